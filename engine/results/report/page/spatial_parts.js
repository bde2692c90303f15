// What bodies and what connects them look like in space, as objects of three.js.
import {
  BoxGeometry, BufferGeometry, ConeGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, Float32BufferAttribute, GridHelper,
  Group, Line, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry, Quaternion,
  SphereGeometry, Vector3,
} from "three";
import { colour, css } from "./theme.js";

const vertical = new Vector3(0, 1, 0);
const vector = (list) => new Vector3(...list);

export const inkOf = (body) => (body ? colour(body - 1) : css("--soft"));
const solid = (ink, opacity = 1) => new MeshLambertMaterial({ color: ink, transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
const stroke = (ink) => new LineBasicMaterial({ color: ink });

// A cylinder of length 1 along y, from the origin, that stretch() lays between two places.
function unitRod(radius, ink) {
  const geometry = new CylinderGeometry(radius, radius, 1, 12);
  geometry.translate(0, 0.5, 0);
  return new Mesh(geometry, solid(ink));
}

export function stretch(object, from, to) {
  const along = to.clone().sub(from), length = along.length();
  object.position.copy(from);
  object.scale.y = Math.max(length, 1e-12);
  object.quaternion.setFromUnitVectors(vertical, length ? along.divideScalar(length) : vertical);
}

function rod(from, to, radius, ink) {
  const made = unitRod(radius, ink);
  stretch(made, from, to);
  return made;
}

function circle(radius, turn, ink) {
  const points = Array.from({ length: 49 }, (_, i) => new Vector3(Math.cos((i * Math.PI) / 24), Math.sin((i * Math.PI) / 24), 0)
    .multiplyScalar(radius).applyQuaternion(turn));
  return new Line(new BufferGeometry().setFromPoints(points), stroke(ink));
}

// With two great circles, which show how it turns.
function ball(part, ink) {
  const made = new Group();
  made.add(new Mesh(new SphereGeometry(part.radius, 28, 18), solid(ink)));
  for (const axis of [[1, 0, 0], [0, 1, 0]])
    made.add(circle(part.radius * 1.01, new Quaternion().setFromAxisAngle(vector(axis), Math.PI / 2), css("--ink")));
  return made;
}

// With its three principal ellipses.
function ellipsoid(part, ink) {
  const made = new Group(), halves = part.points.slice(1).map(vector), lengths = halves.map((x) => x.length());
  const round = new Group();
  round.add(new Mesh(new SphereGeometry(1, 32, 22), solid(ink)));
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    round.add(circle(1.01, new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), vector(axis)), css("--ink")));
  round.scale.set(...lengths);
  made.add(round);
  made.matrix.makeBasis(...halves.map((x) => x.clone().normalize())), made.quaternion.setFromRotationMatrix(made.matrix);
  return made;
}

function hollow(part, ink) {
  const made = new Group();
  made.add(new Mesh(new SphereGeometry(part.radius, 28, 18), solid(ink, 0.15)));
  for (const angle of [0, Math.PI / 3, (2 * Math.PI) / 3])
    made.add(circle(part.radius, new Quaternion().setFromAxisAngle(vertical, angle), ink));
  return made;
}

function halfSpace(part, ink, size) {
  const made = new Group(), side = 2.4 * size;
  const face = new Mesh(new PlaneGeometry(side, side, 8, 8), new MeshLambertMaterial({
    color: ink, transparent: true, opacity: 0.14, side: DoubleSide, depthWrite: false }));
  const grid = new GridHelper(side, 12, ink, css("--line"));
  grid.rotation.x = Math.PI / 2;
  made.add(face, grid);
  made.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), vector(part.points[1]));
  return made;
}

// A box about points[0], half as long as the other points; no thinner than can be seen.
function block(part, ink, size, opacity) {
  const halves = part.points.slice(1).map(vector), least = 0.006 * size;
  const lengths = halves.map((x) => Math.max(x.length(), least)), axes = halves.map((x) => (x.length() > 0 ? x.clone().normalize() : null));
  for (let k = 0; k < 3; ++k) axes[k] ??= completion(axes, k);
  const geometry = new BoxGeometry(...lengths.map((l) => 2 * l)), made = new Group();
  const faces = solid(ink, opacity);
  faces.depthWrite = opacity > 0.5;
  faces.polygonOffset = true, faces.polygonOffsetFactor = faces.polygonOffsetUnits = 1;  // behind the edges
  made.add(new Mesh(geometry, faces), new LineSegments(new EdgesGeometry(geometry), stroke(opacity > 0.5 ? css("--ink") : ink)));
  made.matrix.makeBasis(...axes), made.quaternion.setFromRotationMatrix(made.matrix);
  return made;
}

// An axis at right angles to those that are known, for a body without extent along it.
function completion(axes, k) {
  const [a, b] = [axes[(k + 1) % 3], axes[(k + 2) % 3]];
  if (a && b) return a.clone().cross(b);
  const known = a ?? b ?? vertical, other = Math.abs(known.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  return other.cross(known).normalize();
}

// links: how many the body has. One with several is seen by these; what its inertia is like stands around them, faintly.
export function partObject(part, size, links) {
  const ink = inkOf(part.body), [at] = part.points.map(vector);
  if (part.kind === "link") return rod(at, vector(part.points[1]), 0.012 * size, ink);
  const makers = { disc: ball, hole: hollow, half_plane: halfSpace, block, ellipsoid };
  const made = makers[part.kind]?.(part, ink, size, links > 1 ? 0.22 : 0.86) ?? new Mesh(new SphereGeometry(0.02 * size, 20, 14), solid(ink));
  made.position.copy(at);
  return made;
}

function helix() {
  const points = Array.from({ length: 161 }, (_, i) => {
    const s = i / 160, wound = Math.min(Math.max((s - 0.1) / 0.8, 0), 1), radius = wound > 0 && wound < 1 ? 1 : 0;
    return [radius * Math.cos(wound * 20 * Math.PI), s, radius * Math.sin(wound * 20 * Math.PI)];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
  return geometry;
}

// Something between two bodies, in the frame of the first; `spans` is to be stretched to the second.
export function connectionObject(c, size) {
  const ink = css("--ink"), at = vector(c.at_a), axis = vector(c.axis);
  if (c.kind === "rod") return { spans: unitRod(0.007 * size, ink) };
  if (c.kind === "spring") {
    const made = new Line(helix(), stroke(ink));
    made.scale.set(0.02 * size, 1, 0.02 * size);
    return { spans: made };
  }
  const half = axis.clone().multiplyScalar((c.kind === "guide" ? 0.7 : 0.035) * size);
  if (c.kind === "guide") {
    const points = [at.clone().sub(half), at.clone().add(half)];
    return { fixed: new Line(new BufferGeometry().setFromPoints(points), stroke(css("--soft"))) };
  }
  if (c.kind === "pin") return { fixed: rod(at.clone().sub(half), at.clone().add(half), 0.014 * size, css("--joint")) };
  const made = new Mesh(new SphereGeometry(0.017 * size, 18, 12), solid(css("--joint")));
  made.position.copy(at);
  return { fixed: made };
}

// The force of a contact, from the origin along y, of length 1.
export function arrowObject(size) {
  const made = new Group(), red = new MeshBasicMaterial({ color: css("--force") });
  const shaft = new Mesh(new CylinderGeometry(0.006 * size, 0.006 * size, 1, 10).translate(0, 0.5, 0), red);
  const head = new Mesh(new ConeGeometry(0.018 * size, 0.05 * size, 14).translate(0, 0.025 * size, 0), red);
  made.add(shaft, head);
  return made;
}

export function pointArrow(arrow, from, along, length) {
  arrow.position.copy(from);
  arrow.quaternion.setFromUnitVectors(vertical, along);
  const [shaft, head] = arrow.children;
  shaft.scale.y = Math.max(length, 1e-12), head.position.y = length;
}
