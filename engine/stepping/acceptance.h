#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/contact_law.h"
#include "engine/model/field.h"

namespace perilune {

// A contact that was open at the start of the trial and touches within it.
struct NewContact {
  int index = -1;
  std::string name;
  double penetration = 0;      // [m] the largest within the trial, as seen by its end
  double gap_before = 0;       // [m] at the start of the trial
  double impact_speed = 0;     // [m/s] approach speed where the gap closes
  double time = 0;             // [s] when it closes, on the interpolant
  double end_penetration = 0;  // [m] at the end of the trial; ≤ 0 when it has opened again
  double tolerance = -1;       // [m] of this contact; < 0: the rule's own
  bool landed = false;         // the trial ends on the touch itself, |gap| within rounding
  const ContactLaw* law = nullptr;
};

// A contact that is closed throughout the trial.
struct ClosedContact {
  std::string name;
  double penetration = 0, gap_before = 0, impact_speed = 0;  // at the end; at the start; when it began
};

// What an acceptance rule may look at. Values are computed when asked for.
class StepView {
 public:
  virtual ~StepView() = default;
  double t = 0, dt = 0, t_next = 0;  // [s]
  double error = 0;                  // 1 = at tolerance
  int attempt = 1;                   // 1, 2, … of all tries from this t
  double reduced_dt = 0;             // [s] the integrator's own reduction of dt
  virtual const std::vector<NewContact>& new_contacts() const = 0;
  virtual std::vector<ClosedContact> contacts() const = 0;     // all closed at the end
  virtual double value(const std::string& channel) const = 0;  // at t_next; InputError: no such channel
  virtual double value_before(const std::string& channel) const = 0;  // at t
  virtual double energy_residual() const = 0;                         // [J] at t_next
  virtual double constraint_error() const = 0;                        // largest |Φ| at t_next
};

// A rule's answer.
struct Verdict {
  enum class Kind {
    accept,
    retry,    // refuse; try again with next_step, or with the method's own reduction when that is 0
    land,     // refuse; try again so that the trial ends where the first new contact touches
    restart,  // replace the trial by its linear interpolation at t + next_step and accept that
    stop,     // accept and finish the run
  };
  Kind kind = Kind::accept;
  double next_step = 0;     // [s] with accept: proposes the next step
  const char* reason = "";  // for the log, a literal: "penetration", "callback"
  std::string warning;      // of an acceptance that breaks the rule's promise (min_step)
  static Verdict accepted() { return {}; }
};

// One entry of the acceptance chain. It is asked only about trials that passed error control and the
// entries before it; it must not change anything that a later trial depends on.
class AcceptanceRule {
 public:
  virtual ~AcceptanceRule() = default;
  virtual Verdict judge(const StepView& step) = 0;
  // Whether a trial must be searched for new contacts on its interpolant (else only its end is looked at).
  virtual bool wants_location() const { return false; }
  // Whether contacts push from the very stage of a trial that sees them closed, and nothing is located.
  virtual bool acts_in_stages() const { return false; }
};

using AcceptanceRulePointer = std::shared_ptr<AcceptanceRule>;

// A step stands only when no contact begins deeper than it may (Flores & Ambrósio 2010). locate:
// "root"    lands on the touch, found on the interpolant;
// "reject"  procedure 2: the integrator's own reduction until the first depth is tolerable; "halve" halves;
// "restart" procedure 1: q, q̇ interpolated linearly to the touch and restarted there;
// "none"    no control at all: what the paper warns of;
// "stages"  for many bodies and small steps: touches and ends of contacts are not events. A contact pushes from
//           the stage that sees it closed, with the approach speed of the step's start as its impact speed.
class FirstDepthRule : public AcceptanceRule {
 public:
  double min_step = 1e-7;  // [s] below it the rule warns and lets the step stand, as the paper says
  std::string locate = "root";

  Verdict judge(const StepView& step) override;
  bool wants_location() const override { return locate != "none" && locate != "stages"; }
  bool acts_in_stages() const override { return locate == "stages"; }

 protected:
  // The penetration this contact may begin with [m]; its own tolerance, if it has one, comes first.
  virtual double allowed_depth(const NewContact& contact) const = 0;

 private:
  double allowed(const NewContact& contact) const {
    return contact.tolerance >= 0 ? contact.tolerance : allowed_depth(contact);
  }
  Verdict accept_with_warning(const NewContact& worst) const;
  Verdict restart_at(const StepView& step, const NewContact& worst) const;
};

// The same depth for every contact.
class PenetrationRule final : public FirstDepthRule {
 public:
  double tolerance = 1e-6;  // [m] of penetration at the first touch
  static std::vector<FieldInfo> field_list();

 protected:
  double allowed_depth(const NewContact&) const override { return tolerance; }
};

// The depth follows from the energy that a deep start creates: what the law stores there, which nobody spent.
class EnergyRule final : public FirstDepthRule {
 public:
  double per_impact = 1e-6;  // [J] that one contact may bring in by starting deep
  static std::vector<FieldInfo> field_list();

 protected:
  double allowed_depth(const NewContact& contact) const override;
};

// The depth at which a law stores this energy [J]: ∫₀^δ₀ F(δ, 0) dδ = ΔE, for F = K δ^(3/2)
//     δ₀ = (5ΔE/2K)^(2/5).
// Infinite for a law that never stores as much.
double depth_of_energy(const ContactLaw& law, double energy);

}  // namespace perilune
