std = "lua54"
max_line_length = 110
exclude_files = { "build/**", "out/**" }
