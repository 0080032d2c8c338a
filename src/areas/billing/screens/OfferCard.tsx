import type { ReactNode } from "react";

/** An offer as visitors read it: name, price, whom it is for, what it includes. */
export function OfferCard({
  offer,
  price,
  limits,
  children,
}: {
  offer: { name: string; audience: string; includes: readonly string[]; trialDays: number };
  price: string;
  limits: readonly string[];
  children?: ReactNode;
}) {
  return (
    <div className="panel grid content-start gap-2">
      <h2>{offer.name}</h2>
      <p className="text-20 font-medium first-letter:uppercase">{price}</p>
      <p className="text-t2">{offer.audience}</p>
      {offer.trialDays > 0 && <p>{offer.trialDays} days on trial, without a bill.</p>}
      <ul className="list-disc pl-5">
        {[...offer.includes, ...limits].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children}
    </div>
  );
}
