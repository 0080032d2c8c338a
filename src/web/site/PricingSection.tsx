import { plans } from "#areas/billing/billing.public.ts";

const price = (cents: number) => (cents === 0 ? "$0" : `$${(cents / 100).toLocaleString("en-US")}`);

/**
 * The offers, from the plan table. The pricing page shows it; the landing page has it but does not
 * (SPEC 2.1).
 */
export function PricingSection() {
  return (
    <section className="plans" aria-label="Offers">
      {plans.map((plan) => (
        <div className="panel" key={plan.id}>
          <h2>{plan.name}</h2>
          <p className="plan-price">
            <b>{price(plan.monthlyCents)}</b> a month
          </p>
          <p>{plan.audience}</p>
          <ul>
            {plan.includes.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
