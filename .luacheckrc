std = "lua54"
max_line_length = 110
exclude_files = { "build/**", "out/**" }
-- Written by the program, for editors: functions without bodies.
files["lua/types/*.lua"] = { unused = false, unused_args = false, max_line_length = false }
