// Lists of numbers as the program packed them (packed.h): little-endian, in base64.

function bytes(text) {
  const characters = atob(text), list = new Uint8Array(characters.length);
  for (let i = 0; i < list.length; ++i) list[i] = characters.charCodeAt(i);
  return list;
}

export const unpackBytes = bytes;
export const unpackFloats = (text) => new Float32Array(bytes(text).buffer);
export const unpackIntegers = (text) => new Uint32Array(bytes(text).buffer);
export const unpackInstants = (text, end) => Float64Array.from(unpackIntegers(text), (i) => (i / 4294967295) * end);

export function unpackColumns({ low, high, data }) {
  const parts = new Uint16Array(bytes(data).buffer), width = low.length, list = new Float64Array(parts.length);
  for (let i = 0; i < list.length; ++i) {
    const k = i % width;
    list[i] = low[k] + (parts[i] / 65535) * (high[k] - low[k]);
  }
  return list;
}
