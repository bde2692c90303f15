-- Ball on a table: a ball dropped on a table that moves up and down.
-- System:    the ball of bouncing_ball.lua above a table driven as y = 0.5 + 0.1 sin(7.5 t).
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, eqs 47, 48 and figs 8, 9.
-- See:       three laws, three restitutions: the ball comes to rest on the moving table first with flores
--            (it loses most), and with c_r = 0.9 hunt_crossley and lankarani_nikravesh are nearly the same.
--            The table's acceleration 0.1 * 7.5^2 = 5.6 m/s^2 is below g, so the ball can stay on it.
-- Try:       1. 10 rad/s: the acceleration exceeds g and the ball never rests    2. hertz: chaos
--            3. another start height: how soon do the paths differ?
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local function table_height(t) return 0.5 + 0.1 * math.sin(7.5 * t) end

local function drop(law)
  local model = mbs.planar_model { name = "ball on table", gravity = { 0, -9.81 } }
  local ball  = model:body { name = "ball", mass = 1.0, inertia = 0.004, position = { 0, 1.0 } }
  local plate = model:body { name = "table", mass = 5.0, inertia = 1.0, position = { 0, 0.5 } }
  model:drive { body = plate, value = function(t) return { 0, table_height(t), 0 } end }
  model:contact {
    name    = "ball on table",
    between = { ball:circle { radius = 0.1 }, plate:line { at = { 0, 0 }, normal = { 0, 1 } } },
    law     = law,
  }
  return model:simulate {
    duration   = 7.0,
    integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
  }
end

-- Time of the last touch, if the ball stays on the table from then on, and the number of touches.
local function time_of_rest(run)
  local last, touches = nil, 0
  for _, event in ipairs(run.events) do
    if event.kind == "contact begin" then last, touches = event.t, touches + 1 else last = nil end
  end
  return last, touches
end

local laws = { "hunt_crossley", "lankarani_nikravesh", "flores" }
local runs, rest = {}, {}
print "law                   c_r   touches   rests from t"
for _, name in ipairs(laws) do
  runs[name], rest[name] = {}, {}
  for _, cr in ipairs { 0.9, 0.6, 0.3 } do
    local run = drop(mbs.laws[name] { stiffness = 140e6, restitution = cr })
    local t, touches = time_of_rest(run)
    assert(t, "the ball rests in the end")
    print(("%-20s  %3.1f    %4d     %9.6f s"):format(name, cr, touches, t))
    runs[name][cr], rest[name][cr] = run, t
    local error_of_table = math.abs(run:final "table.y" - table_height(7.0))
    assert(error_of_table < 1e-9, "the table moves as prescribed")
    run:expect { "energy.residual", below = 1e-8 }         -- J, over 7 s of work done by the table
  end
end

for _, cr in ipairs { 0.9, 0.6, 0.3 } do
  assert(rest.flores[cr] < rest.hunt_crossley[cr] and rest.flores[cr] < rest.lankarani_nikravesh[cr],
    "flores rests first")
end
assert(math.abs(rest.flores[0.3] - 0.4839186195706188) < 1e-6, "40-digit reference: fourth touch")

mbs.output("fourth touch at c_r = 0.3 [s]", rest.flores[0.3])

-- Until the paths have had time to part (every impact multiplies a difference), both fly the same way.
local a, b, largest = runs.hunt_crossley[0.9], runs.lankarani_nikravesh[0.9], 0
for i = 0, 100 do
  local t = i / 100
  largest = math.max(largest, math.abs(a:at("ball.y", t) - b:at("ball.y", t)))
end
print(("hunt_crossley and lankarani_nikravesh at 0.9 differ by at most %.1f mm in the first second"):format(
  largest * 1e3))
mbs.output("hunt_crossley from lankarani_nikravesh in the first second [m]", largest)
assert(largest < 0.02, "nearly the same at c_r = 0.9")

mbs.plot {
  { run = runs.flores[0.9], "ball.y", label = "c_r = 0.9" },
  { run = runs.flores[0.6], "ball.y", label = "c_r = 0.6" },
  { run = runs.flores[0.3], "ball.y", label = "c_r = 0.3" },
  { run = a, "table.y", label = "table", style = "dashed" },
  y_label = "height", file = mbs.out .. "/flores_2011_fig8.svg",
}
mbs.plot {
  { run = a, "ball.y", label = "hunt_crossley" }, { run = b, "ball.y", label = "lankarani_nikravesh" },
  { run = runs.flores[0.9], "ball.y", label = "flores" },
  { run = a, "table.y", label = "table", style = "dashed" },
  y_label = "height, c_r = 0.9", file = mbs.out .. "/flores_2011_fig9.svg",
}
