#include "lua/program/reload.h"

#include <fmt/format.h>

namespace perilune {

std::string with_reload(const std::string& html, const std::string& stamp) {
  const std::string question = fmt::format(R"html(<script>
function report_written(stamp) {{ if (stamp !== "{}") location.reload(); }}
setInterval(() => {{
  const script = document.createElement("script");
  script.onload = script.onerror = () => script.remove();
  script.src = "{}?" + Date.now();
  document.head.append(script);
}}, 1000);
</script>
)html",
                                           stamp, reload_file);
  const std::size_t end = html.rfind("</body>");
  return html.substr(0, end) + question + (end == std::string::npos ? "" : html.substr(end));
}

std::string reload_answer(const std::string& stamp) { return "report_written(\"" + stamp + "\");\n"; }

}  // namespace perilune
