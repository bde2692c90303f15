---@meta perilune
-- What an editor needs to complete the language (LuaCATS, as lua-language-server reads it).
-- Written by `perilune stubs` from the program's own lists: do not edit.

--- "NAME.channel" of an element, or one of these; run.channels lists all
---@alias perilune.Channel string
---| '"energy.kinetic"' # [J] of all bodies
---| '"energy.potential"' # [J] of gravity and springs
---| '"energy.contact"' # [J] stored in contacts
---| '"energy.dissipated"' # [J] in contacts, friction and dampers
---| '"energy.work"' # [J] of drives and loads
---| '"energy.corrections"' # [J] brought in by projections onto constraints
---| '"energy.total"' # [J] kinetic, potential and contact
---| '"energy.residual"' # [J] what the ledger cannot explain
---| '"system.momentum.x"' # [N s] of all bodies
---| '"system.momentum.y"' # [N s] of all bodies
---| '"system.angular_momentum.z"' # [N m s] of all bodies
---| '"system.constraint_error"' # [m or rad] the largest of all constraints
---| '"step.size"' # [s] of the step that led here
---| '"system.momentum.z"' # [N s] of all bodies
---| '"system.angular_momentum.x"' # [N m s] of all bodies
---| '"system.angular_momentum.y"' # [N m s] of all bodies
---| '"time"' # [s]

--- one of mbs.accept, or a function of your own: true, false, false with a step [s], or "stop"
---@alias perilune.Rule perilune.AcceptanceRule|fun(step: perilune.Step): boolean|"stop", number?

---@class perilune.Attempt
---@field t number [s] where it started
---@field dt number [s] its step size
---@field accepted boolean whether it stands
---@field reason "error"|"penetration"|"callback"|"location"|"search"|string? why it was refused
---@field error number of the integrator: 1 is at tolerance

---@class perilune.ClosedContact
---@field name string of the contact
---@field penetration number [m] at the end of the trial
---@field gap_before number [m] at its start
---@field impact_speed number [m/s] with which it began

---@class perilune.ContactView
---@field penetration number [m] > 0 inside
---@field penetration_rate number [m/s] > 0 approaching
---@field impact_speed number [m/s] with which this contact began
---@field t number [s] now
---@field [string] number states of the law

---@class perilune.CopiedStart
---@field moved number [m] the largest way of a point of reference
---@field turned number [rad] the largest angle
---@field velocity number [m/s or rad/s] the largest change of one
---@field furthest string the body that moved most
---@field bodies string[] that were copied

---@class perilune.DryFrictionView
---@field t number [s] now
---@field displacement number [m or rad] of the first past the second
---@field slip_speed number [m/s or rad/s] >= 0

---@class perilune.Energy
---@field kinetic number [J] of all bodies
---@field potential number [J] of gravity and springs
---@field contact number [J] stored in contacts
---@field dissipated number [J] in contacts, friction and dampers
---@field work number [J] of drives and loads
---@field total number [J] kinetic, potential and contact
---@field residual number [J] what the ledger cannot explain
---@field dissipated_by table<string, number> [J] by contact or friction

---@class perilune.Equilibrium
---@field moved number [m] the largest way of a point of reference
---@field turned number [rad] the largest angle
---@field velocity number [m/s or rad/s] the largest change of one
---@field furthest string the body that moved most
---@field iterations integer that it took
---@field acceleration number [m/s^2 or rad/s^2] the largest that is left

---@class perilune.Event
---@field t number [s] when
---@field kind "contact begin"|"contact end"|"stick"|"slip"|string what
---@field element string of which contact, friction or event
---@field penetration number? [m] of contacts: at the first touch seen
---@field impact_speed number? [m/s] of contacts: with which it began
---@field separation_speed number? [m/s] contact end: with which it ended
---@field restitution number? contact end: separation over impact speed
---@field duration number? [s] contact end: since its beginning
---@field max_penetration number? [m] contact end: the deepest
---@field max_force number? [N] contact end: the largest normal force
---@field dissipated number? [J] contact end: by the law
---@field friction_dissipated number? [J] contact end: by friction
---@field direction number? stick, slip: 0, or the sign of the slip
---@field force number? [N] stick, slip: the friction just then
---@field slip_velocity number? [m/s] stick, slip: just then

---@class perilune.FrictionView
---@field slip_speed number [m/s] >= 0; of laws without states
---@field slip_velocity number [m/s] signed; of laws with states
---@field normal_force number [N] >= 0
---@field t number [s] now

---@class perilune.LawFindings
---@field pulls boolean whether it ever pulls
---@field jumps_at_touch boolean whether it does not start from zero
---@field creates_energy boolean whether an impact gains energy
---@field impact_speeds number[] [m/s] that were tried
---@field restitution number[] delivered at each
---@field report string all of it, as print shows it

---@class perilune.LawLoop
---@field t number[] [s] instants of one impact
---@field penetration number[] [m] then
---@field penetration_rate number[] [m/s] then
---@field force number[] [N] then
---@field max_force number [N] the largest
---@field max_penetration number [m] the deepest
---@field duration number [s] of the impact
---@field dissipated number [J] in it
---@field restitution number delivered
---@field separation_speed number [m/s] at its end

---@class perilune.Linearization
---@field eigenvalues perilune.Mode[] of small motions
---@field matrix number[][] of the state space

---@class perilune.MassProperties
---@field mass number [kg] of the plate
---@field inertia number [kg m^2] about its centre
---@field center number[] [m] in the frame of its points

---@class perilune.Mode
---@field re number [1/s] of the eigenvalue
---@field im number [1/s] of the eigenvalue
---@field frequency number [Hz] |im|/2π
---@field damping_ratio number −re/|eigenvalue|
---@field shape table<string, number> "ball.angle" → its part

---@class perilune.Record
---@field every number [s] between records, > 0

---@class perilune.StartChange
---@field moved number [m] the largest way of a point of reference
---@field turned number [rad] the largest angle
---@field velocity number [m/s or rad/s] the largest change of one
---@field furthest string the body that moved most

---@class perilune.Statistics
---@field steps integer accepted
---@field rejected table<string, integer> refused, by reason
---@field attempts integer both together
---@field rhs_evaluations integer of the integrator, without recorder and ledger
---@field law_evaluations integer of contact laws
---@field contact_looks integer at gaps within steps, to find touches and ends
---@field newton_iterations integer of implicit methods
---@field jacobian_differences integer evaluations for slopes that no element knows; 0: all exact
---@field wall_time number [s] of the computer

---@class perilune.View
---@field x number [m] of a point, particle or body centre
---@field y number [m] of a point, particle or body centre
---@field z number [m] in space
---@field angle number [rad] in the plane
---@field d1 number[] in space: first director
---@field d2 number[] in space: second director
---@field d3 number[] in space: third director
---@field position number [m or rad] of a scalar coordinate
---@field vx number [m/s] in loads and equations of velocities
---@field vy number [m/s] in loads and equations of velocities
---@field vz number [m/s] in loads in space
---@field wx number [rad/s] in loads in space
---@field wy number [rad/s] in loads in space
---@field wz number [rad/s] in loads in space
---@field angular_velocity number [rad/s] in loads and equations of velocities
---@field velocity number [m/s or rad/s] of a scalar coordinate

--- one curve of mbs.plot
---@class perilune.CurveOfRun
---@field [integer] perilune.Channel what is shown
---@field run perilune.Run whose channels are listed
---@field x perilune.Channel the channel to the right; default "time"
---@field label string|string[] for the legend
---@field style "line"|"dashed"|"points"|"line and points" default "line"
---@field from number [s] default the start
---@field to number [s] default the end

--- one curve of mbs.plot
---@class perilune.CurveOfNumbers
---@field x number[] to the right
---@field y number[] as many, up
---@field label string for the legend
---@field style "line"|"dashed"|"points"|"line and points" default "line"
---@field unit string of y: finds the panel; default the first panel

--- one run of mbs.report
---@class perilune.RunOfReport
---@field run perilune.Run to show
---@field label string what it is called there

--- what run:export takes instead of a file's name
---@class perilune.Export
---@field file string where to save it: "NAME.mat" (MATLAB), ".pvd" (ParaView), ".glb" (glTF)
---@field frames integer instants of .pvd and .glb, at most; default 200

---@class perilune.Model.contact
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Shape[] two shapes of two bodies
---@field law perilune.Law of the normal force: mbs.laws.NAME {…} or mbs.law {…}
---@field friction? perilune.Friction mbs.friction.NAME {…} or mbs.friction_law {…}; default none
---@field tolerance? number [m] first depth that is accepted here; default: that of the acceptance rule

---@class perilune.Model.contacts
---@field name? string for messages and channels; default: the kind and a number
---@field bodies "all"|perilune.Body[] every pair of their shapes
---@field law perilune.Law of the normal force: mbs.laws.NAME {…} or mbs.law {…}
---@field friction? perilune.Friction mbs.friction.NAME {…} or mbs.friction_law {…}; default none
---@field tolerance? number [m] first depth that is accepted here; default: that of the acceptance rule

---@class perilune.Model.stop
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Body[] two scalar coordinates { a, b }, or one and the ground
---@field gap number [m or rad] what may be left of b − a before they touch
---@field law perilune.Law of the normal force: mbs.laws.NAME {…} or mbs.law {…}
---@field tolerance? number [m] first depth that is accepted here; default: that of the acceptance rule

---@class perilune.Model.angle
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Body[] two bodies that turn about a common axis
---@field axis number[] in the world at t = 0, carried by the first

---@class perilune.Model.event
---@field name? string for messages and channels; default: the kind and a number
---@field value fun(s: perilune.Instant): number its roots are the events
---@field direction? "rising"|"falling"|"both" default "both"
---@field stop? boolean the run ends there; default false

---@class perilune.Model.rolling
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Shape[] two shapes of two bodies

---@class perilune.Model.simulate
---@field duration number [s] how long, >= 0
---@field integrator? perilune.Integrator default mbs.integrators.dopri5 {}
---@field constraints? perilune.Stabilization default mbs.stabilization.projection {}
---@field multipliers? "auto"|"schur"|"augmented"|"generalized_inverse" how multipliers are found; default: chosen by the engine
---@field accept_step? perilune.Rule|perilune.Rule[] who decides whether a step may stand; default mbs.accept.penetration {}
---@field record? perilune.Record|"steps"|"none" what is kept for series: { every = 1e-3 } [s]; default duration/1000
---@field verify_laws? integer every so many calls of a compiled function are interpreted, too, and compared; default never

---@class perilune.Model.simulation
---@field duration number [s] how long, >= 0
---@field integrator? perilune.Integrator default mbs.integrators.dopri5 {}
---@field constraints? perilune.Stabilization default mbs.stabilization.projection {}
---@field multipliers? "auto"|"schur"|"augmented"|"generalized_inverse" how multipliers are found; default: chosen by the engine
---@field accept_step? perilune.Rule|perilune.Rule[] who decides whether a step may stand; default mbs.accept.penetration {}
---@field record? perilune.Record|"steps"|"none" what is kept for series: { every = 1e-3 } [s]; default duration/1000
---@field verify_laws? integer every so many calls of a compiled function are interpreted, too, and compared; default never

---@class perilune.Model.kinematics
---@field duration number [s] how long, >= 0
---@field record? perilune.Record|"steps"|"none" what is kept for series: { every = 1e-3 } [s]; default duration/1000

---@class perilune.Model.assemble

---@class perilune.Model.equilibrium

---@class perilune.Model.linearize

--- what the user said: bodies, joints, forces, contacts
---@class perilune.Model
---@field name string as given, or the script's
---@field ground perilune.Body the fixed body
---@field bodies perilune.Body[] all but the ground, in the order of their lines
local Model = {}

--- between two shapes
---@param fields perilune.Model.contact
---@return perilune.Element
function Model:contact(fields) end

--- between every pair of shapes of some bodies
---@param fields perilune.Model.contacts
---@return perilune.Element
function Model:contacts(fields) end

--- contact of two scalar coordinates
---@param fields perilune.Model.stop
---@return perilune.Element
function Model:stop(fields) end

--- the angle of a hinge in space as a scalar coordinate: it counts turns, and loads, springs and stops act on it
---@param fields perilune.Model.angle
---@return perilune.Body
function Model:angle(fields) end

--- an instant at which a value crosses zero
---@param fields perilune.Model.event
---@return perilune.Element
function Model:event(fields) end

--- a circle stays on a line and does not slip
---@param fields perilune.Model.rolling
---@return perilune.Element
function Model:rolling(fields) end

--- runs to the end
---@param fields perilune.Model.simulate
---@return perilune.Run
function Model:simulate(fields) end

--- the same, to be stepped
---@param fields perilune.Model.simulation
---@return perilune.Simulation
function Model:simulation(fields) end

--- of a mechanism without freedom, not integrated
---@param fields perilune.Model.kinematics
---@return perilune.Run
function Model:kinematics(fields) end

--- positions and velocities that all joints agree with, with least change
---@param fields perilune.Model.assemble
---@return perilune.StartChange
function Model:assemble(fields) end

--- bodies start where those of the same names were at t [s]
---@param run perilune.Run
---@param t number
---@return perilune.CopiedStart
function Model:start_from(run, t) end

--- a static position; the model starts there
---@param fields perilune.Model.equilibrium
---@return perilune.Equilibrium
function Model:equilibrium(fields) end

--- small motions about the start
---@param fields perilune.Model.linearize
---@return perilune.Linearization
function Model:linearize(fields) end

--- a rigid body, particle or scalar coordinate
---@class perilune.Body
---@field name string as given, or the kind and a number
---@field x number [m] of its centre of mass at the start
---@field y number [m] of its centre of mass at the start
---@field z number [m] of its centre of mass at the start
---@field center perilune.Point its centre of mass
---@field from perilune.Point of a bar: where it begins
---@field tip perilune.Point of a bar: where it ends
---@field length number [m] of a bar
local Body = {}

--- fixed to it, { x, y } in its frame [m]
---@param place number[]
---@return perilune.Point
function Body:point(place) end

--- fixed to a body
---@class perilune.Point
---@field body perilune.Body to which it is fixed

--- the surface of a body, or a part of it
---@class perilune.Shape
---@field body perilune.Body to which it is fixed

--- a joint, force, contact, friction or event
---@class perilune.Element
---@field name string as its channels begin

---@class perilune.Law.loop
---@field impact_speed number [m/s] at which it touches
---@field mass? number [kg] reduced mass; default 1

---@class perilune.Law.check
---@field restitution? number what was asked for, 0 to 1
---@field mass? number [kg] reduced mass; default 1
---@field impact_speeds? number|number[] [m/s] default { 0.1, 0.3, 1, 3 }

--- a contact law
---@class perilune.Law
---@field name string for messages
---@field compiled boolean whether its functions are machine code or routines
---@field reason string? why not, or not all
local Law = {}

--- the normal force [N]
---@param penetration number
---@param penetration_rate number
---@param impact_speed number
---@param mass? number
---@return number
function Law:force(penetration, penetration_rate, impact_speed, mass) end

--- what it really delivers
---@param impact_speed number
---@param mass? number
---@return number
function Law:restitution(impact_speed, mass) end

--- the hysteresis loop of one impact
---@param fields perilune.Law.loop
---@return perilune.LawLoop
function Law:loop(fields) end

--- pulls? jumps at touch? creates energy? what does it deliver?
---@param fields? perilune.Law.check
---@return perilune.LawFindings
function Law:check(fields) end

--- what is compiled, line by line
---@return string
function Law:explain() end

--- a friction law
---@class perilune.Friction
---@field name string for messages
---@field compiled boolean whether its function is machine code or a routine
---@field reason string? why not, or not all
local Friction = {}

--- the magnitude [N]
---@param slip_speed number
---@param normal_force number
---@param t? number
---@return number
function Friction:force(slip_speed, normal_force, t) end

--- what is compiled, line by line
---@return string
function Friction:explain() end

--- a method with its options
---@class perilune.Integrator
---@field name string in mbs.integrators
---@field family string explicit or implicit, one step or many
---@field order string of convergence
---@field use string what it is good for
---@field cost string evaluations of a step

--- how constraints are kept
---@class perilune.Stabilization

--- how a frame stands in the world
---@class perilune.Rotation

--- one of mbs.accept
---@class perilune.AcceptanceRule

--- a trial, as acceptance rules see it
---@class perilune.Step
---@field t number [s] where the trial starts
---@field dt number [s] its step size
---@field t_next number [s] where it ends
---@field error number of the integrator: 1 is at tolerance
---@field attempt integer 1, 2, … from this t
---@field energy_residual number [J] of the ledger at its end
---@field constraint_error number [m or rad] the largest at its end
---@field new_contacts perilune.ClosedContact[] those that begin in it
---@field contacts perilune.ClosedContact[] all that are closed at its end
local Step = {}

--- at the end of the trial
---@param channel perilune.Channel
---@return number
function Step:value(channel) end

--- at its start
---@param channel perilune.Channel
---@return number
function Step:value_before(channel) end

--- as functions of events see it
---@class perilune.Instant
---@field t number [s] now
local Instant = {}

--- now
---@param channel perilune.Channel
---@return number
function Instant:value(channel) end

--- a run that a script steps
---@class perilune.Simulation
---@field time number [s] reached so far
---@field step_size number [s] of the last accepted step
local Simulation = {}

--- to the next accepted step; false when there is none
---@return boolean
function Simulation:step() end

--- to the end
---@return perilune.Run
function Simulation:run() end

--- what there is so far
---@return perilune.Run
function Simulation:result() end

--- now
---@param channel perilune.Channel
---@return number
function Simulation:value(channel) end

---@class perilune.Run.expect
---@field [integer] perilune.Channel what is compared
---@field below? number the largest |value| of all steps is less
---@field above? number the largest |value| of all steps is more
---@field equals? number the value at the end, or at `at`, is this
---@field within? number by how much it may miss `equals`
---@field at? number [s] looks at this instant
---@field value? number is compared instead of a channel

---@class perilune.Run.plot
---@field [integer] perilune.Channel what is shown
---@field x? perilune.Channel the channel to the right; default "time"
---@field from? number [s] default the start
---@field to? number [s] default the end
---@field labels? string|string[] for the legend
---@field style? "line"|"dashed"|"points"|"line and points" default "line"
---@field file string where to save it, "NAME.svg"
---@field title? string above the figure
---@field log? "x"|"y"|"xy" logarithmic axes; default none
---@field x_label? string default: the channel's name
---@field y_label? string|string[] one for each panel; default: the channels' names
---@field x_unit? string default: the channel's
---@field y_unit? string of the first panel; default: the channel's
---@field width? number [m] 0.03 to 2
---@field height? number [m] 0.02 to 2
---@field x_limits? number[] { from, to }; default: what there is
---@field y_limits? number[] { from, to } of the first panel; default: what there is
---@field legend? boolean default true
---@field equal_axes? boolean as long to the right as up; default false

---@class perilune.Run.snapshots
---@field times number[] [s] instants to draw
---@field file string where to save it, "NAME.svg"
---@field title? string above the pictures
---@field width? number [m] 0.03 to 2
---@field columns? integer pictures beside each other; default as many as look well
---@field trace? string|string[] bodies whose paths are drawn
---@field x_limits? number[] [m] { from, to }, with y_limits
---@field y_limits? number[] [m] { from, to }, with x_limits
---@field view? string|number[] in space: "isometric" (default), "front", "side", "top", or { x, y, z } to look from

--- the results of a simulation
---@class perilune.Run
---@field outcome "reached_end"|"finished_early"|"step_too_small"|"step_too_large"|"nonfinite"|"newton_failed"|"script_error"|"interrupted"|"no_consistent_friction"|"too_many_refusals"|"inconsistent" how it ended
---@field message string what happened, when, which element, what to try
---@field warnings string[] what went on nevertheless
---@field channels string[] the names of all channels
---@field time number[] [s] instants of the records
---@field events perilune.Event[] in time order
---@field steps perilune.Attempt[] every attempt, refused or not
---@field statistics perilune.Statistics what it cost
---@field energy perilune.Energy the ledger at the end
local Run = {}

--- one number for each record
---@param channel perilune.Channel
---@return number[]
function Run:series(channel) end

--- at the end
---@param channel perilune.Channel
---@return number
function Run:final(channel) end

--- the largest |x| of all steps
---@param channel perilune.Channel
---@return number
function Run:largest(channel) end

--- at t [s], on the interpolant
---@param channel perilune.Channel
---@param t number
---@return number
function Run:at(channel, t) end

--- walks to the next accepted step; false at the end
---@return boolean
function Run:step() end

--- where run:step has walked to
---@param channel perilune.Channel
---@return number
function Run:value(channel) end

--- all series as CSV
---@param file string
function Run:save(file) end

--- for other programs: "NAME.mat" (MATLAB), "NAME.pvd" (ParaView), "NAME.glb" (glTF)
---@param file string|perilune.Export
function Run:export(file) end

--- prints what fails; the exit status is then 1
---@param fields perilune.Run.expect
---@return boolean
function Run:expect(fields) end

--- channels over time or each other, as SVG
---@param fields perilune.Run.plot
function Run:plot(fields) end

--- the mechanism at some instants, as SVG
---@param fields perilune.Run.snapshots
function Run:snapshots(fields) end

--- one page for any browser: motion, plots, steps, events
---@param file string
function Run:report(file) end

---@class perilune.PlanarModel.body
---@field name? string for messages and channels; default: the kind and a number
---@field mass number [kg] of the body; > 0
---@field inertia number [kg m^2] about the centre of mass; > 0
---@field position number[] [m] of the centre of mass at t = 0
---@field angle? number [rad] at t = 0; default 0 rad
---@field velocity? number[] [m/s] of the centre of mass at t = 0; default { 0, 0 } m/s
---@field angular_velocity? number [rad/s] at t = 0; default 0 rad/s

---@class perilune.PlanarModel.bar
---@field name? string for messages and channels; default: the kind and a number
---@field from perilune.Point|perilune.Body|number[] [m] one end at t = 0
---@field to perilune.Point|perilune.Body|number[] [m] the other end at t = 0
---@field mass number [kg] of the bar; > 0
---@field inertia? number [kg m^2] about the middle; default m l^2/12; > 0

---@class perilune.PlanarModel.particle
---@field name? string for messages and channels; default: the kind and a number
---@field mass number [kg] of the point; > 0
---@field position number[] [m] at t = 0
---@field velocity? number[] [m/s] at t = 0; default { 0, 0 } m/s

---@class perilune.PlanarModel.coordinate
---@field name? string for messages and channels; default: the kind and a number
---@field inertia number [kg or kg m^2] of the coordinate; > 0
---@field position? number [m or rad] at t = 0; default 0 m or rad
---@field velocity? number [m/s or rad/s] at t = 0; default 0 m/s or rad/s

---@class perilune.PlanarModel.spring
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two scalar coordinates
---@field stiffness number [N/m] force per length; >= 0
---@field damping? number [N s/m] force per rate of length; >= 0; default 0 N s/m
---@field free_length? number [m] without force; default: the initial distance, 0 between scalar coordinates

---@class perilune.PlanarModel.interaction
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two scalar coordinates
---@field force (fun(s: perilune.View): number) [N] function(s): s.distance, s.distance_rate, s.t; > 0 pulls together

---@class perilune.PlanarModel.force
---@field name? string for messages and channels; default: the kind and a number
---@field on perilune.Point|perilune.Body|number[] the point, or a scalar coordinate
---@field value number|number[]|(fun(t: number, s: perilune.View): number|number[]) [N] {fx, fy} or function(t, s); one number on a scalar coordinate
---@field follower? boolean true: the components turn with the body; default false

---@class perilune.PlanarModel.torsion_spring
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Body[] two bodies, of which the first carries the axis
---@field stiffness number [N m/rad] moment per angle; >= 0
---@field damping? number [N m s/rad] moment per rate of the angle; >= 0; default 0 N m s/rad
---@field free_angle? number [rad] without moment, of the second body against the first since the start; default 0 rad

---@class perilune.PlanarModel.bushing
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where it is at t = 0
---@field stiffness number[] [N/m] along each of its axes
---@field damping? number[] [N s/m] along each of its axes; default { 0, 0 } N s/m
---@field rotational_stiffness? number [N m/rad] moment over the sine of the turn; >= 0; default 0 N m/rad
---@field rotational_damping? number [N m s/rad] likewise; >= 0; default 0 N m s/rad

---@class perilune.PlanarModel.torque
---@field name? string for messages and channels; default: the kind and a number
---@field on? perilune.Body the body (or between)
---@field between? perilune.Body[] two bodies: + on the second, - on the first (or on)
---@field value number|number[]|(fun(t: number, s: perilune.View): number|number[]) [N m] number or function(t, s)

---@class perilune.PlanarModel.user_force
---@field name? string for messages and channels; default: the kind and a number
---@field on (perilune.Point|perilune.Body)[] whom it acts on: points, bodies (their centres), scalar coordinates
---@field force (fun(a: perilune.View, b: perilune.View, t: number): number|table) [N] function(a, b, t) returning { { fx, fy, m }, … }, one load for each of on, moments [N m] about the points; in space { fx, fy, fz, mx, my, mz }, on a scalar coordinate { Q }

---@class perilune.PlanarModel.revolute
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0

---@class perilune.PlanarModel.prismatic
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field axis number[] along which the second body slides, at t = 0
---@field at? perilune.Point|perilune.Body|number[] [m] a place on the axis at t = 0

---@class perilune.PlanarModel.translational
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field axis number[] along which the second body slides, at t = 0
---@field at? perilune.Point|perilune.Body|number[] [m] a place on the axis at t = 0

---@class perilune.PlanarModel.fixed
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0

---@class perilune.PlanarModel.rod
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points
---@field length? number [m] default: their distance at t = 0; > 0

---@class perilune.PlanarModel.gear
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Body[] two bodies that turn, or scalar coordinates
---@field ratio number angle of the second over that of the first

---@class perilune.PlanarModel.point_on_curve
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] the body of the curve (or the place from which the curve is given), the point
---@field points? number[][] [m] the curve: a spline through them
---@field curve? (fun(u: number): number[]) [m] or function(u) returning { x, y }
---@field range? number[] { u0, u1 } of the function
---@field closed? boolean whether the curve ends where it begins; default false
---@field offset? number [m] distance of the point from the curve, > 0 to its left; default 0 m

---@class perilune.PlanarModel.constraint
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] whom it binds: points, bodies (their centres), scalar coordinates
---@field equations? (fun(a: perilune.View, b: perilune.View, t: number): number[]) function(a, b, t) returning { Φ₁, … }, 0 where it holds
---@field velocity_equations? (fun(a: perilune.View, b: perilune.View, t: number): number[]) function(a, b, t) returning { Ψ₁, … }: the same from a.vx, a.vy, a.angular_velocity (in space a.wx …), too

---@class perilune.PlanarModel.drive
---@field name? string for messages and channels; default: the kind and a number
---@field body? perilune.Body the body whose motion is prescribed (or coordinate, joint)
---@field coordinate? perilune.Body the scalar coordinate whose motion is prescribed (or body, joint)
---@field joint? perilune.Element the joint whose angle or displacement is prescribed (or body, coordinate)
---@field value number|number[]|(fun(t: number): number|number[]) [m, rad] function(t) returning { x, y, angle }; one number for a coordinate or joint

---@class perilune.PlanarModel.dry_friction
---@field name? string for messages and channels; default: the kind and a number
---@field between? (perilune.Point|perilune.Body)[] two scalar coordinates, or two bodies with `axis`; slip is that of the first (or joint)
---@field joint? perilune.Element the joint in whose freedom it acts (or between)
---@field axis? number[] of two bodies: along which they slip, at t = 0; carried by the second
---@field limit? number|number[]|(fun(c: perilune.DryFrictionView): number|number[]) [N, N m] up to which it holds: a number or function(c) (or coefficient)
---@field coefficient? number in a joint: of its reaction; >= 0
---@field radius? number [m] of the journal of a revolute joint; > 0
---@field kinetic? number|number[]|(fun(c: perilune.DryFrictionView): number|number[]) [N, N m] while it slips: a number or function(c); default: the limit
---@field stick? "events"|"flowchart" how transitions are found; default "events"
---@field inverse? "mass_weighted"|"plain" how stick forces are found; default "mass_weighted"

---@class perilune.PlanarModel.clearance_revolute
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] the pin's centre and the hole's, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where both centres are at t = 0
---@field journal_radius number [m] of the pin, on the first body; > 0
---@field bearing_radius number [m] of the hole, in the second body; > 0
---@field law perilune.Law of the normal force: mbs.laws.NAME {…} or mbs.law {…}
---@field friction? perilune.Friction mbs.friction.NAME {…} or mbs.friction_law {…}; default none
---@field tolerance? number [m] first depth that is accepted here; default: that of the acceptance rule

---@class perilune.PlanarModel.clearance_prismatic
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] the slider's middle and a place on the guide's middle line, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where both are at t = 0
---@field axis number[] of the guide, at t = 0
---@field length number [m] of the slider along the axis; > 0
---@field width number [m] of the slider across; > 0
---@field clearance number [m] on either side of a slider in the middle; > 0
---@field law perilune.Law of the normal force: mbs.laws.NAME {…} or mbs.law {…}
---@field friction? perilune.Friction mbs.friction.NAME {…} or mbs.friction_law {…}; default none
---@field tolerance? number [m] first depth that is accepted here; default: that of the acceptance rule

--- in the plane
---@class perilune.PlanarModel: perilune.Model
---@field ground perilune.PlanarBody the fixed body
---@field bodies perilune.PlanarBody[] all but the ground, in the order of their lines
local PlanarModel = {}

--- rigid body: x, y, angle of its centre of mass
---@param fields perilune.PlanarModel.body
---@return perilune.PlanarBody
function PlanarModel:body(fields) end

--- uniform straight bar, a rigid body placed by its two ends
---@param fields perilune.PlanarModel.bar
---@return perilune.PlanarBody
function PlanarModel:bar(fields) end

--- point mass: x, y
---@param fields perilune.PlanarModel.particle
---@return perilune.PlanarBody
function PlanarModel:particle(fields) end

--- one scalar generalised coordinate
---@param fields perilune.PlanarModel.coordinate
---@return perilune.PlanarBody
function PlanarModel:coordinate(fields) end

--- linear spring and damper between two points
---@param fields perilune.PlanarModel.spring
---@return perilune.Element
function PlanarModel:spring(fields) end

--- a force of your own along the line between two points
---@param fields perilune.PlanarModel.interaction
---@return perilune.Element
function PlanarModel:interaction(fields) end

--- a force at a point
---@param fields perilune.PlanarModel.force
---@return perilune.Element
function PlanarModel:force(fields) end

--- linear spring and damper of the angle between two bodies
---@param fields perilune.PlanarModel.torsion_spring
---@return perilune.Element
function PlanarModel:torsion_spring(fields) end

--- springs and dampers along and about the axes of a soft joint
---@param fields perilune.PlanarModel.bushing
---@return perilune.Element
function PlanarModel:bushing(fields) end

--- a torque on a body, or between two
---@param fields perilune.PlanarModel.torque
---@return perilune.Element
function PlanarModel:torque(fields) end

--- any forces of your own: a load for each of those it acts on
---@param fields perilune.PlanarModel.user_force
---@return perilune.Element
function PlanarModel:user_force(fields) end

--- two bodies turn about a common point
---@param fields perilune.PlanarModel.revolute
---@return perilune.Element
function PlanarModel:revolute(fields) end

--- the second body slides along an axis of the first
---@param fields perilune.PlanarModel.prismatic
---@return perilune.Element
function PlanarModel:prismatic(fields) end

--- the same as prismatic
---@param fields perilune.PlanarModel.translational
---@return perilune.Element
function PlanarModel:translational(fields) end

--- two bodies move as one
---@param fields perilune.PlanarModel.fixed
---@return perilune.Element
function PlanarModel:fixed(fields) end

--- two points keep their distance
---@param fields perilune.PlanarModel.rod
---@return perilune.Element
function PlanarModel:rod(fields) end

--- two bodies turn in a fixed ratio
---@param fields perilune.PlanarModel.gear
---@return perilune.Element
function PlanarModel:gear(fields) end

--- a point of the second body stays on a curve of the first
---@param fields perilune.PlanarModel.point_on_curve
---@return perilune.Element
function PlanarModel:point_on_curve(fields) end

--- equations of the user's own
---@param fields perilune.PlanarModel.constraint
---@return perilune.Element
function PlanarModel:constraint(fields) end

--- prescribed motion of a body, coordinate or joint
---@param fields perilune.PlanarModel.drive
---@return perilune.Element
function PlanarModel:drive(fields) end

--- set-valued friction between coordinates, bodies, or in a joint
---@param fields perilune.PlanarModel.dry_friction
---@return perilune.Element
function PlanarModel:dry_friction(fields) end

--- a pin in a hole that is larger
---@param fields perilune.PlanarModel.clearance_revolute
---@return perilune.Element
function PlanarModel:clearance_revolute(fields) end

--- a slider with four corners in a guide that is wider
---@param fields perilune.PlanarModel.clearance_prismatic
---@return perilune.Element
function PlanarModel:clearance_prismatic(fields) end

---@class perilune.PlanarBody.circle
---@field radius number [m] of the disc; > 0
---@field at? number[] [m] centre in the body's frame; default { 0, 0 } m

---@class perilune.PlanarBody.line
---@field at? number[] [m] a point of the edge, in the body's frame; default { 0, 0 } m
---@field normal? number[] out of the solid, in the body's frame; default { 0, 1 }

---@class perilune.PlanarBody.segment
---@field from number[] [m] one end, in the body's frame
---@field to number[] [m] the other end, in the body's frame

---@class perilune.PlanarBody.arc
---@field radius number [m] of the arc; > 0
---@field at? number[] [m] centre of its circle in the body's frame; default { 0, 0 } m
---@field from number [rad] angle where it begins, from the body's x axis
---@field to number [rad] angle where it ends, counter-clockwise

---@class perilune.PlanarBody.gap_function
---@field value (fun(x: number, y: number): number) [m] distance from the surface, > 0 outside: function(x, y)
---@field hollow_radius? number [m] of the largest disc that can touch the surface everywhere; default: any can; > 0

---@class perilune.PlanarBody.hole
---@field radius number [m] of the hole; > 0
---@field at? number[] [m] centre in the body's frame; default { 0, 0 } m

---@class perilune.PlanarBody.slot
---@field from number[] [m] centre of one end, in the body's frame
---@field to number[] [m] centre of the other end, in the body's frame
---@field radius number [m] half the width; > 0

---@class perilune.PlanarBody.polygon
---@field points number[][] [m] its corners in order, in the body's frame; convex

--- in the plane
---@class perilune.PlanarBody: perilune.Body
local PlanarBody = {}

--- a disc
---@param fields perilune.PlanarBody.circle
---@return perilune.Shape
function PlanarBody:circle(fields) end

--- a half-plane; its normal points out of the solid
---@param fields perilune.PlanarBody.line
---@return perilune.Shape
function PlanarBody:line(fields) end

--- a thin wall with two sides
---@param fields perilune.PlanarBody.segment
---@return perilune.Shape
function PlanarBody:segment(fields) end

--- a thin wall bent to a part of a circle, with two sides
---@param fields perilune.PlanarBody.arc
---@return perilune.Shape
function PlanarBody:arc(fields) end

--- a surface given by a function: the distance from it
---@param fields perilune.PlanarBody.gap_function
---@return perilune.Shape
function PlanarBody:gap_function(fields) end

--- a circular hole; the solid lies outside
---@param fields perilune.PlanarBody.hole
---@return perilune.Shape
function PlanarBody:hole(fields) end

--- a hole with parallel sides and round ends; the solid lies outside
---@param fields perilune.PlanarBody.slot
---@return perilune.Shape
function PlanarBody:slot(fields) end

--- a convex polygon
---@param fields perilune.PlanarBody.polygon
---@return perilune.Shape
function PlanarBody:polygon(fields) end

---@class perilune.SpatialModel.body
---@field name? string for messages and channels; default: the kind and a number
---@field mass number [kg] of the body; > 0
---@field inertia number[]|number[][] [kg m^2] about the centre of mass, in body axes: { Ixx, Iyy, Izz } or 3 rows of 3
---@field position number[] [m] of the centre of mass at t = 0
---@field orientation? perilune.Rotation of the body's axes at t = 0, a rotation
---@field velocity? number[] [m/s] of the centre of mass at t = 0; default { 0, 0, 0 } m/s
---@field angular_velocity? number[] [rad/s] at t = 0, along the body's axes; default { 0, 0, 0 } rad/s
---@field in_frame? "body"|"world" "body" or "world": the axes of angular_velocity; default "body"

---@class perilune.SpatialModel.particle
---@field name? string for messages and channels; default: the kind and a number
---@field mass number [kg] of the point; > 0
---@field position number[] [m] at t = 0
---@field velocity? number[] [m/s] at t = 0; default { 0, 0, 0 } m/s

---@class perilune.SpatialModel.coordinate
---@field name? string for messages and channels; default: the kind and a number
---@field inertia number [kg or kg m^2] of the coordinate; > 0
---@field position? number [m or rad] at t = 0; default 0 m or rad
---@field velocity? number [m/s or rad/s] at t = 0; default 0 m/s or rad/s

---@class perilune.SpatialModel.spring
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two scalar coordinates
---@field stiffness number [N/m] force per length; >= 0
---@field damping? number [N s/m] force per rate of length; >= 0; default 0 N s/m
---@field free_length? number [m] without force; default: the initial distance, 0 between scalar coordinates

---@class perilune.SpatialModel.interaction
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two scalar coordinates
---@field force (fun(s: perilune.View): number) [N] function(s): s.distance, s.distance_rate, s.t; > 0 pulls together

---@class perilune.SpatialModel.force
---@field name? string for messages and channels; default: the kind and a number
---@field on perilune.Point|perilune.Body|number[] the point, or a scalar coordinate
---@field value number|number[]|(fun(t: number, s: perilune.View): number|number[]) [N] {fx, fy} or function(t, s); one number on a scalar coordinate
---@field follower? boolean true: the components turn with the body; default false

---@class perilune.SpatialModel.torsion_spring
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Body[] two bodies, of which the first carries the axis
---@field stiffness number [N m/rad] moment per angle; >= 0
---@field damping? number [N m s/rad] moment per rate of the angle; >= 0; default 0 N m s/rad
---@field free_angle? number [rad] without moment, of the second body against the first since the start; default 0 rad
---@field axis? number[] in the world at t = 0

---@class perilune.SpatialModel.bushing
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where it is at t = 0
---@field stiffness number[] [N/m] along each of its axes
---@field damping? number[] [N s/m] along each of its axes; default { 0, 0, 0 } N s/m
---@field rotational_stiffness? number[] [N m/rad] about each, moment over the sine of the turn; default { 0, 0, 0 } N m/rad
---@field rotational_damping? number[] [N m s/rad] likewise; default { 0, 0, 0 } N m s/rad
---@field axis? number[] the first of its axes, in the world at t = 0; else x, y, z

---@class perilune.SpatialModel.torque
---@field name? string for messages and channels; default: the kind and a number
---@field on? perilune.Body the body (or between)
---@field between? perilune.Body[] two bodies: + on the second, - on the first (or on)
---@field axis? number[] direction in the world at t = 0; between two bodies the first one carries it
---@field value number|number[]|(fun(t: number, s: perilune.View): number|number[]) [N m] number or function(t, s) along the axis; without axis { mx, my, mz }
---@field formulation? "contravariant"|"augmentation"|"naive"|"classical_augmentation" how directors take it up over a step of energy_momentum; default "contravariant"

---@class perilune.SpatialModel.user_force
---@field name? string for messages and channels; default: the kind and a number
---@field on (perilune.Point|perilune.Body)[] whom it acts on: points, bodies (their centres), scalar coordinates
---@field force (fun(a: perilune.View, b: perilune.View, t: number): number|table) [N] function(a, b, t) returning { { fx, fy, m }, … }, one load for each of on, moments [N m] about the points; in space { fx, fy, fz, mx, my, mz }, on a scalar coordinate { Q }

---@class perilune.SpatialModel.spherical
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0

---@class perilune.SpatialModel.revolute
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] about which they turn, in the world at t = 0

---@class perilune.SpatialModel.prismatic
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] along which the second slides, in the world at t = 0

---@class perilune.SpatialModel.translational
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] along which the second slides, in the world at t = 0

---@class perilune.SpatialModel.cylindrical
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] along which it slides and about which it turns, in the world at t = 0

---@class perilune.SpatialModel.universal
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axes number[][] of the first and of the second body, at right angles, in the world at t = 0

---@class perilune.SpatialModel.planar
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field normal number[] of the plane, in the world at t = 0

---@class perilune.SpatialModel.fixed
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0

---@class perilune.SpatialModel.screw
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] of the thread, in the world at t = 0
---@field pitch number [m] displacement of the second body with a turn, right-handed > 0

---@class perilune.SpatialModel.rod
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points
---@field length? number [m] default: their distance at t = 0; > 0

---@class perilune.SpatialModel.point_on_plane
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field normal number[] of the plane, in the world at t = 0

---@class perilune.SpatialModel.point_on_line
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] two points, or two bodies with `at`
---@field at? perilune.Point|perilune.Body|number[] [m] where the joint is at t = 0
---@field axis number[] of the line, in the world at t = 0

---@class perilune.SpatialModel.gear
---@field name? string for messages and channels; default: the kind and a number
---@field between perilune.Element[] two joints that turn or slide
---@field ratio number [-, m or 1/m] coordinate of the second over that of the first

---@class perilune.SpatialModel.constraint
---@field name? string for messages and channels; default: the kind and a number
---@field between (perilune.Point|perilune.Body)[] whom it binds: points, bodies (their centres), scalar coordinates
---@field equations? (fun(a: perilune.View, b: perilune.View, t: number): number[]) function(a, b, t) returning { Φ₁, … }, 0 where it holds
---@field velocity_equations? (fun(a: perilune.View, b: perilune.View, t: number): number[]) function(a, b, t) returning { Ψ₁, … }: the same from a.vx, a.vy, a.angular_velocity (in space a.wx …), too

---@class perilune.SpatialModel.drive
---@field name? string for messages and channels; default: the kind and a number
---@field body? perilune.Body the body whose motion is prescribed (or coordinate, joint)
---@field coordinate? perilune.Body the scalar coordinate whose motion is prescribed (or body, joint)
---@field joint? perilune.Element the joint whose angle or displacement is prescribed (or body, coordinate)
---@field value number|number[]|(fun(t: number): number|number[]) [m, rad] function(t) returning { x, y, angle }; one number for a coordinate or joint

--- in space
---@class perilune.SpatialModel: perilune.Model
---@field ground perilune.SpatialBody the fixed body
---@field bodies perilune.SpatialBody[] all but the ground, in the order of their lines
local SpatialModel = {}

--- rigid body: its centre of mass and three directors
---@param fields perilune.SpatialModel.body
---@return perilune.SpatialBody
function SpatialModel:body(fields) end

--- point mass: x, y, z
---@param fields perilune.SpatialModel.particle
---@return perilune.SpatialBody
function SpatialModel:particle(fields) end

--- one scalar generalised coordinate
---@param fields perilune.SpatialModel.coordinate
---@return perilune.SpatialBody
function SpatialModel:coordinate(fields) end

--- linear spring and damper between two points
---@param fields perilune.SpatialModel.spring
---@return perilune.Element
function SpatialModel:spring(fields) end

--- a force of your own along the line between two points
---@param fields perilune.SpatialModel.interaction
---@return perilune.Element
function SpatialModel:interaction(fields) end

--- a force at a point
---@param fields perilune.SpatialModel.force
---@return perilune.Element
function SpatialModel:force(fields) end

--- linear spring and damper of the angle between two bodies
---@param fields perilune.SpatialModel.torsion_spring
---@return perilune.Element
function SpatialModel:torsion_spring(fields) end

--- springs and dampers along and about the axes of a soft joint
---@param fields perilune.SpatialModel.bushing
---@return perilune.Element
function SpatialModel:bushing(fields) end

--- a torque on a body, or between two
---@param fields perilune.SpatialModel.torque
---@return perilune.Element
function SpatialModel:torque(fields) end

--- any forces of your own: a load for each of those it acts on
---@param fields perilune.SpatialModel.user_force
---@return perilune.Element
function SpatialModel:user_force(fields) end

--- two points are in one place
---@param fields perilune.SpatialModel.spherical
---@return perilune.Element
function SpatialModel:spherical(fields) end

--- two bodies turn about a common axis
---@param fields perilune.SpatialModel.revolute
---@return perilune.Element
function SpatialModel:revolute(fields) end

--- the second body slides along an axis of the first
---@param fields perilune.SpatialModel.prismatic
---@return perilune.Element
function SpatialModel:prismatic(fields) end

--- the same as prismatic
---@param fields perilune.SpatialModel.translational
---@return perilune.Element
function SpatialModel:translational(fields) end

--- the second body slides along an axis of the first and turns about it
---@param fields perilune.SpatialModel.cylindrical
---@return perilune.Element
function SpatialModel:cylindrical(fields) end

--- two bodies share a point and a cross of two axes
---@param fields perilune.SpatialModel.universal
---@return perilune.Element
function SpatialModel:universal(fields) end

--- the second body slides in a plane of the first
---@param fields perilune.SpatialModel.planar
---@return perilune.Element
function SpatialModel:planar(fields) end

--- two bodies move as one
---@param fields perilune.SpatialModel.fixed
---@return perilune.Element
function SpatialModel:fixed(fields) end

--- a cylindrical joint that moves on as it turns
---@param fields perilune.SpatialModel.screw
---@return perilune.Element
function SpatialModel:screw(fields) end

--- two points keep their distance
---@param fields perilune.SpatialModel.rod
---@return perilune.Element
function SpatialModel:rod(fields) end

--- a point of the second body stays in a plane of the first
---@param fields perilune.SpatialModel.point_on_plane
---@return perilune.Element
function SpatialModel:point_on_plane(fields) end

--- a point of the second body stays on a line of the first
---@param fields perilune.SpatialModel.point_on_line
---@return perilune.Element
function SpatialModel:point_on_line(fields) end

--- two joints move in a fixed ratio
---@param fields perilune.SpatialModel.gear
---@return perilune.Element
function SpatialModel:gear(fields) end

--- equations of the user's own
---@param fields perilune.SpatialModel.constraint
---@return perilune.Element
function SpatialModel:constraint(fields) end

--- prescribed motion of a joint, particle or coordinate
---@param fields perilune.SpatialModel.drive
---@return perilune.Element
function SpatialModel:drive(fields) end

---@class perilune.SpatialBody.sphere
---@field radius number [m] of the sphere; > 0
---@field at? number[] [m] centre in the body's frame; default { 0, 0, 0 } m

---@class perilune.SpatialBody.plane
---@field at? number[] [m] a point of the surface, in the body's frame; default { 0, 0, 0 } m
---@field normal? number[] out of the solid, in the body's frame; default { 0, 0, 1 }

---@class perilune.SpatialBody.hole
---@field radius number [m] of the hole; > 0
---@field at? number[] [m] centre in the body's frame; default { 0, 0, 0 } m

---@class perilune.SpatialBody.ellipsoid
---@field radii number[] [m] half the axes, along those of the body
---@field at? number[] [m] centre in the body's frame; default { 0, 0, 0 } m

--- in space
---@class perilune.SpatialBody: perilune.Body
local SpatialBody = {}

--- a ball
---@param fields perilune.SpatialBody.sphere
---@return perilune.Shape
function SpatialBody:sphere(fields) end

--- a half-space; its normal points out of the solid
---@param fields perilune.SpatialBody.plane
---@return perilune.Shape
function SpatialBody:plane(fields) end

--- a spherical hole; the solid lies outside
---@param fields perilune.SpatialBody.hole
---@return perilune.Shape
function SpatialBody:hole(fields) end

--- an ellipsoid along the body's axes
---@param fields perilune.SpatialBody.ellipsoid
---@return perilune.Shape
function SpatialBody:ellipsoid(fields) end

---@class perilune.mbs.planar_model
---@field name? string default: the script's name
---@field gravity? number[] [m/s^2] { x, y }; default { 0, 0 }

---@class perilune.mbs.spatial_model
---@field name? string default: the script's name
---@field gravity? number[] [m/s^2] { x, y, z }; default { 0, 0, 0 }

---@class perilune.mbs.law
---@field name? string for messages
---@field parameters? table<string, number> numbers of the law: p.NAME
---@field states? table<string, number> its memory at the first touch: c.NAME
---@field force fun(c: perilune.ContactView, p: table<string, number>): number, table<string, number>? the normal force [N]; with states also their rates
---@field on_commit? fun(c: perilune.ContactView, p: table<string, number>) after accepted steps; may set states
---@field strict? boolean an error when it must be interpreted; default false

---@class perilune.mbs.friction_law
---@field name? string for messages
---@field parameters? table<string, number> numbers of the law: p.NAME
---@field states? table<string, number> its memory: c.NAME and further arguments
---@field force fun(c: perilune.FrictionView, p: table<string, number>, ...: number): number, table<string, number>? a magnitude [N]; with states a signed force against the slip, and their rates
---@field strict? boolean an error when it must be interpreted; default false

---@class perilune.mbs.joint
---@field name? string of this kind, for messages
---@field parameters? table<string, number> fields of each joint, with their defaults: p.NAME
---@field equations? fun(a: perilune.View, b: perilune.View, p: table<string, number>, t: number): number[] zero for positions that the joint allows; as many views as participants
---@field velocity_equations? fun(a: perilune.View, b: perilune.View, p: table<string, number>, t: number): number[] zero for velocities that the joint allows

---@class perilune.mbs.parameter
---@field [integer] string|number its name, and the number it has unless --set says otherwise
---@field unit? string for messages and the manifest
---@field min? number the least that is allowed
---@field max? number the most that is allowed
---@field doc? string what it is

---@class perilune.mbs.plot
---@field [integer] perilune.CurveOfRun|perilune.CurveOfNumbers { run = run, "ball.y", label = … } or { x = list, y = list, label = … }
---@field file string where to save it, "NAME.svg"
---@field title? string above the figure
---@field log? "x"|"y"|"xy" logarithmic axes; default none
---@field x_label? string default: the channel's name
---@field y_label? string|string[] one for each panel; default: the channels' names
---@field x_unit? string default: the channel's
---@field y_unit? string of the first panel; default: the channel's
---@field width? number [m] 0.03 to 2
---@field height? number [m] 0.02 to 2
---@field x_limits? number[] { from, to }; default: what there is
---@field y_limits? number[] { from, to } of the first panel; default: what there is
---@field legend? boolean default true
---@field equal_axes? boolean as long to the right as up; default false

---@class perilune.mbs.report
---@field [integer] perilune.Run|perilune.RunOfReport side by side
---@field file string where to save it, "NAME.html"
---@field title? string default: the script's name

---@class mbs
---@field version string of the program
---@field out string the folder of the results
---@field GPa number a unit: 1000000000 in SI
---@field Hz number a unit: 1 in SI
---@field J number a unit: 1 in SI
---@field MN number a unit: 1000000 in SI
---@field MPa number a unit: 1000000 in SI
---@field N number a unit: 1 in SI
---@field Pa number a unit: 1 in SI
---@field W number a unit: 1 in SI
---@field bar number a unit: 100000 in SI
---@field cm number a unit: 0.01 in SI
---@field deg number a unit: 0.017453292519943295 in SI
---@field dm number a unit: 0.1 in SI
---@field gram number a unit: 0.001 in SI
---@field h number a unit: 3600 in SI
---@field kHz number a unit: 1000 in SI
---@field kJ number a unit: 1000 in SI
---@field kN number a unit: 1000 in SI
---@field kPa number a unit: 1000 in SI
---@field kW number a unit: 1000 in SI
---@field kg number a unit: 1 in SI
---@field km number a unit: 1000 in SI
---@field kmh number a unit: 0.2777777777777778 in SI
---@field m number a unit: 1 in SI
---@field mJ number a unit: 0.001 in SI
---@field mN number a unit: 0.001 in SI
---@field mg number a unit: 1e-06 in SI
---@field min number a unit: 60 in SI
---@field mm number a unit: 0.001 in SI
---@field ms number a unit: 0.001 in SI
---@field rad number a unit: 1 in SI
---@field rev number a unit: 6.283185307179586 in SI
---@field rpm number a unit: 0.10471975511965977 in SI
---@field s number a unit: 1 in SI
---@field tonne number a unit: 1000 in SI
---@field um number a unit: 1e-06 in SI
---@field us number a unit: 1e-06 in SI
local mbs = {}

--- a model in the plane
---@param fields perilune.mbs.planar_model
---@return perilune.PlanarModel
function mbs.planar_model(fields) end

--- a model in space
---@param fields perilune.mbs.spatial_model
---@return perilune.SpatialModel
function mbs.spatial_model(fields) end

--- a contact law of your own
---@param fields perilune.mbs.law
---@return perilune.Law
function mbs.law(fields) end

--- a friction law of your own
---@param fields perilune.mbs.friction_law
---@return perilune.Friction
function mbs.friction_law(fields) end

--- a kind of joint of your own: slot(model, { between = { a, b }, … })
---@param fields perilune.mbs.joint
---@return fun(model: perilune.Model, fields: table): perilune.Element
function mbs.joint(fields) end

--- declares a number that --set NAME=VALUE changes: mbs.parameter { "K", 140e6, unit = "N/m^1.5" }
---@param fields perilune.mbs.parameter
---@return number
function mbs.parameter(fields) end

--- a number for run.json, which sweeps collect
---@param name string
---@param value number
function mbs.output(name, value) end

--- curves of several runs and lists of numbers over each other, as SVG
---@param fields perilune.mbs.plot
function mbs.plot(fields) end

--- one page for any browser, several runs side by side
---@param fields perilune.mbs.report
function mbs.report(fields) end

---@class perilune.accept.penetration
---@field tolerance? number [m] penetration allowed where a contact begins; > 0; default 1e-06 m
---@field min_step? number [s] below it the rule warns and lets the step stand; > 0; default 1e-07 s
---@field locate? "root"|"reject"|"halve"|"restart"|"none"|"stages" how the touch is found; default "root"

---@class perilune.accept.energy
---@field per_impact? number [J] energy a contact may bring in by starting deep; > 0; default 1e-06 J
---@field min_step? number [s] below it the rule warns and lets the step stand; > 0; default 1e-07 s
---@field locate? "root"|"reject"|"halve"|"restart"|"none"|"stages" how the touch is found; default "root"

---@class perilune.accept.none

---@class mbs.accept
mbs.accept = {}

--- no contact begins deeper than the tolerance (Flores & Ambrósio 2010)
---@param fields perilune.accept.penetration
---@return perilune.Rule
function mbs.accept.penetration(fields) end

--- no contact begins so deep that it creates more energy than this
---@param fields perilune.accept.energy
---@return perilune.Rule
function mbs.accept.energy(fields) end

--- no control of first depths
---@param fields perilune.accept.none
---@return perilune.Rule
function mbs.accept.none(fields) end

---@class perilune.friction.coulomb
---@field coefficient number μ while it slips; >= 0
---@field static_coefficient? number μ_s up to which it holds; default: the coefficient; >= 0
---@field stribeck_speed? number [m/s] v_s of the fall from static to kinetic; 0: a jump; >= 0; default 0 m/s

---@class perilune.friction.karnopp
---@field coefficient number μ while it slips; >= 0
---@field static_coefficient? number μ_s up to which it holds; default: the coefficient; >= 0
---@field stick_speed? number [m/s] D_v of a falling slip that sticks; > 0; default 0.001 m/s

---@class perilune.friction.regularized_coulomb
---@field coefficient number of friction; >= 0
---@field regularization_speed? number [m/s] below which the force falls to zero; > 0; default 0.001 m/s
---@field shape? "linear"|"tanh"|"atan" of the regularisation; default "tanh"

---@class perilune.friction.threlfall
---@field coefficient number of friction; >= 0
---@field regularization_speed? number [m/s] v_r; > 0; default 0.001 m/s

---@class perilune.friction.ambrosio
---@field coefficient number of friction; >= 0
---@field lower_speed? number [m/s] v₀, no friction below; >= 0; default 0.0001 m/s
---@field upper_speed? number [m/s] v₁ > v₀, full friction above; > 0; default 0.001 m/s

---@class perilune.friction.bengisu_akay
---@field static_coefficient number F_s/N at the peak; >= 0
---@field kinetic_coefficient number F_c/N at high speed; >= 0
---@field peak_speed? number [m/s] v₀, where friction is largest; > 0; default 0.001 m/s
---@field decay? number [s/m] ξ of the fall from static to kinetic; >= 0; default 100 s/m

---@class perilune.friction.stribeck
---@field static_coefficient number μ_s; >= 0
---@field kinetic_coefficient number μ_k; >= 0
---@field stribeck_speed? number [m/s] v_s of the fall from static to kinetic; > 0; default 0.01 m/s
---@field exponent? number a of the fall; > 0; default 2
---@field viscosity? number [N s/m] c; >= 0; default 0 N s/m
---@field regularization_speed? number [m/s] v_r; > 0; default 0.0001 m/s

---@class perilune.friction.hollars
---@field static_coefficient number μ_s; >= 0
---@field kinetic_coefficient number μ_d; >= 0
---@field viscous_coefficient? number [s/m] μ_v; >= 0; default 0 s/m
---@field transition_speed? number [m/s] v_t, where friction is largest; > 0; default 0.001 m/s

---@class perilune.friction.brown_mcphee
---@field static_coefficient number μ_s; >= 0
---@field kinetic_coefficient number μ_d; >= 0
---@field viscosity? number [N s/m] μ_v; >= 0; default 0 N s/m
---@field transition_speed? number [m/s] v_t, near which friction is largest; > 0; default 0.001 m/s
---@field transition_force? number [N] N_t of the viscous part; > 0; default 1 N

---@class perilune.friction.anderson
---@field static_coefficient number μ_s; >= 0
---@field kinetic_coefficient number μ_d; >= 0
---@field stribeck_speed? number [m/s] v_s; > 0; default 0.01 m/s
---@field exponent? number p; > 0; default 1
---@field slope? number [s/m] k_t of the regularisation; > 0; default 10000 s/m

---@class perilune.friction.dahl
---@field coefficient number μ; > 0
---@field bristle_stiffness? number [1/m] σ₀, force per load and deflection; > 0; default 10000 1/m

---@class perilune.friction.lugre
---@field static_coefficient number μ_s, of breakaway; > 0
---@field kinetic_coefficient number μ_k, of slip; > 0
---@field stribeck_speed? number [m/s] v_s between stick and slip; > 0; default 0.01 m/s
---@field bristle_stiffness? number [1/m] σ₀; > 0; default 10000 1/m
---@field bristle_damping? number [s/m] σ₁; >= 0; default 30 s/m
---@field viscosity? number [s/m] σ₂; >= 0; default 0 s/m

---@class perilune.friction.gonthier
---@field static_coefficient number μ_s, of breakaway; > 0
---@field kinetic_coefficient number μ_k, of slip; > 0
---@field stribeck_speed? number [m/s] v_s between stick and slip; > 0; default 0.01 m/s
---@field bristle_stiffness? number [1/m] σ₀; > 0; default 10000 1/m
---@field bristle_damping? number [s/m] σ₁; > 0; default 30 s/m
---@field viscosity? number [s/m] σ₂; >= 0; default 0 s/m
---@field dwell_time? number [s] in which breakaway grows; > 0; default 1 s

---@class mbs.friction
mbs.friction = {}

--- set-valued: sticks up to its limit, transitions are events
---@param fields perilune.friction.coulomb
---@return perilune.Friction
function mbs.friction.coulomb(fields) end

--- set-valued, and sticks below a speed
---@param fields perilune.friction.karnopp
---@return perilune.Friction
function mbs.friction.karnopp(fields) end

--- Coulomb's law smoothed at zero slip
---@param fields perilune.friction.regularized_coulomb
---@return perilune.Friction
function mbs.friction.regularized_coulomb(fields) end

--- exponential rise to Coulomb's law
---@param fields perilune.friction.threlfall
---@return perilune.Friction
function mbs.friction.threlfall(fields) end

--- dead zone, then a ramp to Coulomb's law
---@param fields perilune.friction.ambrosio
---@return perilune.Friction
function mbs.friction.ambrosio(fields) end

--- parabolic rise to a static peak, exponential fall
---@param fields perilune.friction.bengisu_akay
---@return perilune.Friction
function mbs.friction.bengisu_akay(fields) end

--- static peak, exponential fall, viscous part
---@param fields perilune.friction.stribeck
---@return perilune.Friction
function mbs.friction.stribeck(fields) end

--- linear rise, rational fall, viscous part
---@param fields perilune.friction.hollars
---@return perilune.Friction
function mbs.friction.hollars(fields) end

--- smooth static peak and kinetic plateau
---@param fields perilune.friction.brown_mcphee
---@return perilune.Friction
function mbs.friction.brown_mcphee(fields) end

--- tanh rise, exponential fall
---@param fields perilune.friction.anderson
---@return perilune.Friction
function mbs.friction.anderson(fields) end

--- bristles that bend, then slip; one state
---@param fields perilune.friction.dahl
---@return perilune.Friction
function mbs.friction.dahl(fields) end

--- bristles with a static peak and damping; one state
---@param fields perilune.friction.lugre
---@return perilune.Friction
function mbs.friction.lugre(fields) end

--- bristles whose breakaway grows with the time they stick; two states
---@param fields perilune.friction.gonthier
---@return perilune.Friction
function mbs.friction.gonthier(fields) end

---@class perilune.integrators.dopri5
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.fehlberg78
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.cash_karp54
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.bulirsch_stoer
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.adams
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.bdf
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.radau5
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.rosenbrock4
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.generalized_alpha
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s
---@field spectral_radius? number of what is infinitely fast: 0 damps it at once, 1 never; between 0 and 1; default 0.8

---@class perilune.integrators.rk4
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.symplectic_euler
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s

---@class perilune.integrators.energy_momentum
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s
---@field unknowns? "rotations"|"directors" how bodies turn, or all directors and what binds them (for comparison); default "rotations"
---@field newton_start? "predicted"|"previous" where iterations begin: where velocities lead, or the step's start; default "predicted"

---@class perilune.integrators.variational_midpoint
---@field rtol? number relative tolerance; > 0; default 1e-08
---@field atol? number [units of y] absolute tolerance; > 0; default 1e-10 units of y
---@field max_step? number [s] largest step; > 0; default inf s
---@field min_step? number [s] below it error control gives up; 0: rounding of t decides; >= 0; default 0 s
---@field initial_step? number [s] first step; 0: chosen by the method; >= 0; default 0 s
---@field step? number [s] fixed step without error control; 0: none; >= 0; default 0 s
---@field newton_start? "predicted"|"previous" where iterations begin: where velocities lead, or the step's start; default "predicted"

---@class mbs.integrators
mbs.integrators = {}

--- Runge-Kutta, order 5(4): the usual choice: contact and impact at rtol 1e-4 to 1e-9
---@param fields perilune.integrators.dopri5
---@return perilune.Integrator
function mbs.integrators.dopri5(fields) end

--- Runge-Kutta, order 8(7): smooth motion at rtol below 1e-9; not forces of t alone
---@param fields perilune.integrators.fehlberg78
---@return perilune.Integrator
function mbs.integrators.fehlberg78(fields) end

--- Runge-Kutta, order 5(4): like dopri5, for comparison with published results
---@param fields perilune.integrators.cash_karp54
---@return perilune.Integrator
function mbs.integrators.cash_karp54(fields) end

--- extrapolation, order 4 to 18, variable: long smooth motion at the tightest tolerances, with few events
---@param fields perilune.integrators.bulirsch_stoer
---@return perilune.Integrator
function mbs.integrators.bulirsch_stoer(fields) end

--- multistep, predictor-corrector, order 1 to 12, variable: smooth motion with costly forces; starts anew after every event
---@param fields perilune.integrators.adams
---@return perilune.Integrator
function mbs.integrators.adams(fields) end

--- multistep, implicit, order 1 to 5, variable: stiff models at rtol 1e-3 to 1e-7 with few events; what oscillates undamped it follows slowly
---@param fields perilune.integrators.bdf
---@return perilune.Integrator
function mbs.integrators.bdf(fields) end

--- implicit Runge-Kutta, order 5: stiff models: bodies that rest on contacts, stiff springs and dampers, where explicit methods crawl
---@param fields perilune.integrators.radau5
---@return perilune.Integrator
function mbs.integrators.radau5(fields) end

--- Rosenbrock, implicit without iteration, order 4(3): stiff models of few bodies at rtol 1e-3 to 1e-7, where a Jacobian is cheap
---@param fields perilune.integrators.rosenbrock4
---@return perilune.Integrator
function mbs.integrators.rosenbrock4(fields) end

--- Newmark, implicit, on positions and multipliers, order 2: stiff mechanisms at rtol above 1e-6: positions keep to the constraints, what is too fast to follow is damped
---@param fields perilune.integrators.generalized_alpha
---@return perilune.Integrator
function mbs.integrators.generalized_alpha(fields) end

--- Runge-Kutta, order 4: fixed step: equal steps for many bodies, teaching
---@param fields perilune.integrators.rk4
---@return perilune.Integrator
function mbs.integrators.rk4(fields) end

--- symplectic, order 1: fixed step: very many bodies and long times, when energy must not drift
---@param fields perilune.integrators.symplectic_euler
---@return perilune.Integrator
function mbs.integrators.symplectic_euler(fields) end

--- midpoint with discrete gradients, order 2: long runs of bodies in space and mechanisms in which energy and momenta must be kept
---@param fields perilune.integrators.energy_momentum
---@return perilune.Integrator
function mbs.integrators.energy_momentum(fields) end

--- of a discrete action, symplectic, order 2: equal steps over very long times: momenta are kept, the energy swings and does not drift; for comparison with energy_momentum
---@param fields perilune.integrators.variational_midpoint
---@return perilune.Integrator
function mbs.integrators.variational_midpoint(fields) end

---@class perilune.laws.hertz
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5

---@class perilune.laws.kelvin_voigt
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field restitution number asked for; at least 0.001; between 0 and 1
---@field mass? number [kg] that the damping is chosen for; default: the pair's reduced mass; > 0
---@field tension? boolean whether the contact may pull; default false

---@class perilune.laws.hunt_crossley
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.herbert_mcwhannell
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.lee_wang
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.lankarani_nikravesh
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.marhefka_orin
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field dissipation number [s/m] α: a slow impact loses α × its speed of the restitution; >= 0

---@class perilune.laws.gonthier
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"
---@field form? "implicit"|"approximate" implicit: d is the root; approximate: d = 1 − c_r²; default "implicit"

---@class perilune.laws.zhang_sharf
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.zhiying_qishao
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.ye_li_zhu
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.pant_wijeyewickrema
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.flores
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.gharib_hurmuzlu
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.hu_guo
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.carvalho_martins
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.safaeifar_farshidianfar
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.zhang_li_zhao_he
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.exact
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field restitution number asked for; at least 0.001, the damping is infinite at 0; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class perilune.laws.anagnostopoulos
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field restitution number asked for; at least 0.001; between 0 and 1
---@field mass? number [kg] that the damping is chosen for; default: the pair's reduced mass; > 0
---@field tension? boolean whether the contact may pull; default false

---@class perilune.laws.kuwabara_kono
---@field stiffness number [N/m^1.5] K, force per penetration^1.5; > 0
---@field dissipation number [s] A, viscous time of the material; >= 0
---@field tension? boolean whether the contact may pull; default false

---@class perilune.laws.tsuji
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field restitution number asked for; at least 0.001; between 0 and 1
---@field mass? number [kg] that the damping is chosen for; default: the pair's reduced mass; > 0
---@field tension? boolean whether the contact may pull; default false

---@class perilune.laws.lee_herrmann
---@field stiffness number [N/m^1.5] K, force per penetration^1.5; > 0
---@field damping_rate number [1/s] γ, damping per mass; >= 0
---@field mass? number [kg] that is damped; default: the pair's reduced mass; > 0

---@class perilune.laws.jankowski
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field restitution number asked for; at least 0.001; between 0 and 1
---@field mass? number [kg] that the damping is chosen for; default: the pair's reduced mass; > 0

---@class perilune.laws.poursina_nikravesh
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field restitution number asked for; at least 0.001; between 0 and 1
---@field mass? number [kg] that the damping is chosen for; default: the pair's reduced mass; > 0

---@class perilune.laws.impact
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1.5
---@field damping number [N s/m] c, at full depth; >= 0
---@field full_damping_depth number [m] d, from which on the damping is c; > 0

---@class perilune.laws.elasto_gap
---@field stiffness number [N/m^n] K, force per penetration^n; > 0
---@field exponent? number n: 1 linear, 1.5 point contact of spheres; between 1 and 3; default 1
---@field damping number [N s/m] d, force per rate, up to the elastic force; >= 0

---@class perilune.laws.johnson
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5

---@class perilune.laws.radzimovsky
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5

---@class perilune.laws.goldsmith
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5
---@field unit_length? number [m] in which the lengths under the logarithm are measured; > 0; default 1 m

---@class perilune.laws.dubowsky_freudenstein
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5

---@class perilune.laws.esdu_78035
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5

---@class perilune.laws.liu
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5

---@class perilune.laws.pereira
---@field journal_radius number [m] of the pin; > 0
---@field bearing_radius number [m] of the hole; > 0
---@field length number [m] along which they touch; > 0
---@field young_i number [Pa] of the pin; > 0
---@field poisson_i number of the pin; > -1 and <= 0.5
---@field young_j number [Pa] of the bearing; > 0
---@field poisson_j number of the bearing; > -1 and <= 0.5
---@field restitution number asked for; between 0 and 1
---@field min_impact_speed? number [m/s] the rate is divided by the impact speed, but by no less than this; > 0; default 0.001 m/s
---@field rate_ratio_limit? number bound on |rate / impact speed|; >= 1; default 2
---@field recompression? "keep"|"renew" keep: the impact speed serves until the contact ends; renew: until the body turns; default "keep"

---@class mbs.laws
mbs.laws = {}

--- elastic, F = K δⁿ (Hertz 1881); loses nothing
---@param fields perilune.laws.hertz
---@return perilune.Law
function mbs.laws.hertz(fields) end

--- linear spring and damper; delivers the restitution asked for, jumps at touch
---@param fields perilune.laws.kelvin_voigt
---@return perilune.Law
function mbs.laws.kelvin_voigt(fields) end

--- Hunt & Crossley 1975, η = 3(1 − c_r)/2; for c_r near 1
---@param fields perilune.laws.hunt_crossley
---@return perilune.Law
function mbs.laws.hunt_crossley(fields) end

--- Herbert & McWhannell 1977, η = 6(1 − c_r)/[(2c_r − 1)² + 3]; for c_r above 0.7
---@param fields perilune.laws.herbert_mcwhannell
---@return perilune.Law
function mbs.laws.herbert_mcwhannell(fields) end

--- Lee & Wang 1983 (reading not verified), η = 3(1 − c_r)/4; for c_r near 1
---@param fields perilune.laws.lee_wang
---@return perilune.Law
function mbs.laws.lee_wang(fields) end

--- Lankarani & Nikravesh 1990, η = 3(1 − c_r²)/4; for c_r near 1
---@param fields perilune.laws.lankarani_nikravesh
---@return perilune.Law
function mbs.laws.lankarani_nikravesh(fields) end

--- Marhefka & Orin 1999, F = K δⁿ (1 + 3/2 α δ̇); restitution falls with speed
---@param fields perilune.laws.marhefka_orin
---@return perilune.Law
function mbs.laws.marhefka_orin(fields) end

--- Gonthier et al. 2004, η from the energy balance, or η = (1 − c_r²)/c_r
---@param fields perilune.laws.gonthier
---@return perilune.Law
function mbs.laws.gonthier(fields) end

--- Zhang & Sharf 2009, η from the energy balance; delivers what is asked
---@param fields perilune.laws.zhang_sharf
---@return perilune.Law
function mbs.laws.zhang_sharf(fields) end

--- Zhiying & Qishao 2006, η = 3(1 − c_r²)/4 · exp[2(1 − c_r)]; for c_r above 0.3
---@param fields perilune.laws.zhiying_qishao
---@return perilune.Law
function mbs.laws.zhiying_qishao(fields) end

--- Ye, Li & Zhu 2009, linear, η = 3(1 − c_r)/(2 c_r); for any c_r > 0
---@param fields perilune.laws.ye_li_zhu
---@return perilune.Law
function mbs.laws.ye_li_zhu(fields) end

--- Pant & Wijeyewickrema 2010, linear, η = 3(1 − c_r²)/(2 c_r²) in approach only
---@param fields perilune.laws.pant_wijeyewickrema
---@return perilune.Law
function mbs.laws.pant_wijeyewickrema(fields) end

--- Flores et al. 2011, η = 8(1 − c_r)/(5 c_r); for any c_r > 0
---@param fields perilune.laws.flores
---@return perilune.Law
function mbs.laws.flores(fields) end

--- Gharib & Hurmuzlu 2012, η = 1/c_r; for c_r below 0.3 only
---@param fields perilune.laws.gharib_hurmuzlu
---@return perilune.Law
function mbs.laws.gharib_hurmuzlu(fields) end

--- Hu & Guo 2015, η = 3(1 − c_r)/(2 c_r); for any c_r > 0
---@param fields perilune.laws.hu_guo
---@return perilune.Law
function mbs.laws.hu_guo(fields) end

--- Carvalho & Martins 2019, η = 3(1 − c_r)(11 − c_r)/(2 + 18c_r); for any c_r
---@param fields perilune.laws.carvalho_martins
---@return perilune.Law
function mbs.laws.carvalho_martins(fields) end

--- Safaeifar & Farshidianfar 2020 (constant not verified), η = 5(1 − c_r)/(4 c_r)
---@param fields perilune.laws.safaeifar_farshidianfar
---@return perilune.Law
function mbs.laws.safaeifar_farshidianfar(fields) end

--- Zhang, Li, Zhao & He 2020 (attribution not verified), a fit that delivers c_r within 0.001
---@param fields perilune.laws.zhang_li_zhao_he
---@return perilune.Law
function mbs.laws.zhang_li_zhao_he(fields) end

--- delivers the restitution asked for, for any c_r > 0 and any n
---@param fields perilune.laws.exact
---@return perilune.Law
function mbs.laws.exact(fields) end

--- linear spring and damper, ζ = −ln c_r/√(π² + ln² c_r); jumps at touch
---@param fields perilune.laws.anagnostopoulos
---@return perilune.Law
function mbs.laws.anagnostopoulos(fields) end

--- viscoelastic spheres, Kuwabara & Kono 1987; restitution falls with speed^⅕
---@param fields perilune.laws.kuwabara_kono
---@return perilune.Law
function mbs.laws.kuwabara_kono(fields) end

--- Tsuji et al. 1992, Hertz with damping ~ δ^¼; restitution without speed
---@param fields perilune.laws.tsuji
---@return perilune.Law
function mbs.laws.tsuji(fields) end

--- Hertz with damper γ m δ̇ (attribution not verified); restitution rises with speed
---@param fields perilune.laws.lee_herrmann
---@return perilune.Law
function mbs.laws.lee_herrmann(fields) end

--- Jankowski 2006, Hertz with damping ~ δ^¼ in approach only
---@param fields perilune.laws.jankowski
---@return perilune.Law
function mbs.laws.jankowski(fields) end

--- Hertz and a damper set by the impact speed; delivers what is asked, jumps at touch
---@param fields perilune.laws.poursina_nikravesh
---@return perilune.Law
function mbs.laws.poursina_nikravesh(fields) end

--- the IMPACT function of Adams: damping switched on over a depth by a cubic step
---@param fields perilune.laws.impact
---@return perilune.Law
function mbs.laws.impact(fields) end

--- spring and damper of Modelica's ElastoGap: damping limited by the elastic force
---@param fields perilune.laws.elasto_gap
---@return perilune.Law
function mbs.laws.elasto_gap(fields) end

--- pin in a hole, elastic (Johnson 1985), up to 0.54 of the clearance
---@param fields perilune.laws.johnson
---@return perilune.Law
function mbs.laws.johnson(fields) end

--- pin in a hole, elastic (Radzimovsky 1953), up to 1.43 clearances
---@param fields perilune.laws.radzimovsky
---@return perilune.Law
function mbs.laws.radzimovsky(fields) end

--- pin in a hole, elastic (Goldsmith 1960); depends on a unit of length
---@param fields perilune.laws.goldsmith
---@return perilune.Law
function mbs.laws.goldsmith(fields) end

--- pin in a hole, elastic (Dubowsky & Freudenstein 1971)
---@param fields perilune.laws.dubowsky_freudenstein
---@return perilune.Law
function mbs.laws.dubowsky_freudenstein(fields) end

--- pin in a hole, elastic (ESDU 78035), up to four clearances
---@param fields perilune.laws.esdu_78035
---@return perilune.Law
function mbs.laws.esdu_78035(fields) end

--- pin in a hole that it conforms to, elastic (Liu et al. 2007)
---@param fields perilune.laws.liu
---@return perilune.Law
function mbs.laws.liu(fields) end

--- pin in a hole (Pereira et al. 2011), damped as lankarani_nikravesh
---@param fields perilune.laws.pereira
---@return perilune.Law
function mbs.laws.pereira(fields) end

---@class perilune.mass_properties.disc
---@field radius number [m] of the disc; > 0
---@field inner_radius? number [m] of a hole in its middle; >= 0; default 0 m
---@field density number [kg/m^3] of the material; > 0
---@field thickness? number [m] across the plane; > 0; default 1 m

---@class perilune.mass_properties.polygon
---@field points number[][] [m] corners one after another
---@field density number [kg/m^3] of the material; > 0
---@field thickness? number [m] across the plane; > 0; default 1 m

---@class mbs.mass_properties
mbs.mass_properties = {}

--- a disc, or a ring
---@param fields perilune.mass_properties.disc
---@return perilune.MassProperties
function mbs.mass_properties.disc(fields) end

--- a plate with straight edges
---@param fields perilune.mass_properties.polygon
---@return perilune.MassProperties
function mbs.mass_properties.polygon(fields) end

---@class perilune.rotation.axis_angle
---@field axis number[] a direction of any length
---@field angle number [rad] by how much

---@class perilune.rotation.euler
---@field angles number[] [rad] three, about the axes of the turned frame
---@field sequence? string of axes; default "zxz"

---@class perilune.rotation.between
---@field from number[] a direction
---@field to number[] where the shortest rotation takes it

---@class mbs.rotation
mbs.rotation = {}

--- about an axis
---@param fields perilune.rotation.axis_angle
---@return perilune.Rotation
function mbs.rotation.axis_angle(fields) end

--- { w, x, y, z }
---@param components number[]
---@return perilune.Rotation
function mbs.rotation.quaternion(components) end

--- three turns, one after the other
---@param fields perilune.rotation.euler
---@return perilune.Rotation
function mbs.rotation.euler(fields) end

--- the shortest from one direction to another
---@param fields perilune.rotation.between
---@return perilune.Rotation
function mbs.rotation.between(fields) end

---@class perilune.stabilization.projection

---@class perilune.stabilization.baumgarte
---@field alpha? number [1/s] half the damping of Φ̈ + 2αΦ̇ + β²Φ = 0; >= 0; default 5 1/s
---@field beta? number [1/s] its angular frequency; >= 0; default 5 1/s

---@class perilune.stabilization.coordinate_partitioning

---@class perilune.stabilization.augmented_lagrangian
---@field penalty? number times the largest effective mass of a constraint; > 0; default 100000000
---@field frequency? number [rad/s] ω; >= 0; default 10 rad/s
---@field damping_ratio? number ξ; >= 0; default 1

---@class perilune.stabilization.none

---@class mbs.stabilization
mbs.stabilization = {}

--- least change onto the constraints after every step
---@param fields perilune.stabilization.projection
---@return perilune.Stabilization
function mbs.stabilization.projection(fields) end

--- Baumgarte's terms in the equations of motion
---@param fields perilune.stabilization.baumgarte
---@return perilune.Stabilization
function mbs.stabilization.baumgarte(fields) end

--- dependent coordinates are solved for after every step
---@param fields perilune.stabilization.coordinate_partitioning
---@return perilune.Stabilization
function mbs.stabilization.coordinate_partitioning(fields) end

--- penalties with iterated multipliers
---@param fields perilune.stabilization.augmented_lagrangian
---@return perilune.Stabilization
function mbs.stabilization.augmented_lagrangian(fields) end

--- constraints drift
---@param fields perilune.stabilization.none
---@return perilune.Stabilization
function mbs.stabilization.none(fields) end

---@class perilune.stiffness.hertz
---@field radius_i number [m] of the sphere
---@field radius_j? number [m] of its partner: none for a plane, negative for a hole
---@field young_i number [Pa] Young's modulus
---@field poisson_i number Poisson's ratio
---@field young_j number [Pa] Young's modulus
---@field poisson_j number Poisson's ratio

---@class mbs.stiffness
mbs.stiffness = {}

--- of two spheres, F = K δ^1.5 [N/m^1.5]
---@param fields perilune.stiffness.hertz
---@return number
function mbs.stiffness.hertz(fields) end

return mbs
