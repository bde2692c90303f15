#pragma once

namespace perilune::testing {

long allocations();  // by operator new in this program so far

}  // namespace perilune::testing
