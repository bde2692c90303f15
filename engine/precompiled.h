// What nearly every source reads, parsed once per build. A convenience of the build: each source still
// includes what it uses, and compiles without this.
#pragma once

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
