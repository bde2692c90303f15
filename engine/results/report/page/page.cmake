# The report's page: its sources and the libraries from npm that package-lock.json names, bundled by esbuild into a C++
# source, PERILUNE_PAGE. Who uses the program needs neither node nor npm; who builds it does.
find_program(PERILUNE_NODE NAMES node nodejs)
find_program(PERILUNE_NPM npm)
if(NOT PERILUNE_NODE OR NOT PERILUNE_NPM)
  message(FATAL_ERROR "The page of reports is bundled with node and npm, and they are not found. "
    "./dev build installs them, or: apt-get install nodejs npm")
endif()

set(sources "${CMAKE_CURRENT_LIST_DIR}")
set(PERILUNE_PAGE_BUILD "${PROJECT_BINARY_DIR}/page")  # node_modules is there, not among the sources
set(PERILUNE_PAGE "${PERILUNE_PAGE_BUILD}/page.cpp")
file(GLOB parts CONFIGURE_DEPENDS "${sources}/*.js" "${sources}/*.css" "${sources}/*.html")

add_custom_command(
  OUTPUT "${PERILUNE_PAGE_BUILD}/installed"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${sources}/package.json" "${sources}/package-lock.json"
    "${PERILUNE_PAGE_BUILD}"
  COMMAND "${PERILUNE_NPM}" ci --ignore-scripts --no-audit --no-fund --loglevel=error
  COMMAND "${CMAKE_COMMAND}" -E touch installed
  DEPENDS "${sources}/package.json" "${sources}/package-lock.json"
  WORKING_DIRECTORY "${PERILUNE_PAGE_BUILD}"
  COMMENT "Fetching the libraries of the report's page from npm")
add_custom_command(
  OUTPUT "${PERILUNE_PAGE}"
  COMMAND "${PERILUNE_NODE}" "${sources}/bundle.mjs" "${sources}" "${PERILUNE_PAGE_BUILD}"
  DEPENDS "${PERILUNE_PAGE_BUILD}/installed" "${sources}/bundle.mjs" ${parts}
  COMMENT "Bundling the report's page")
file(MAKE_DIRECTORY "${PERILUNE_PAGE_BUILD}")
# Not compiled together with others: a checker of the project's sources has no interest in it.
set_source_files_properties("${PERILUNE_PAGE}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
