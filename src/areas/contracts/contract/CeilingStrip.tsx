import { formatCents } from "#kernel/money.ts";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";

type Ceiling = { ceiling: number; drawn: number; left: number };

/** What orders have drawn of a ceiling, and what is left. */
export function CeilingStrip({ contract }: { contract: Ceiling }) {
  const percent = contract.ceiling > 0 ? Math.floor((contract.drawn * 100) / contract.ceiling) : 0;
  return (
    <div>
      <MoneyStrip
        expendedCents={contract.drawn}
        encumberedCents={0}
        availableCents={contract.left}
        labels={{ expended: "drawn", encumbered: "held", available: "left" }}
        exact
      />
      <p className="mt-2 text-13 text-t2">
        {percent}% of {formatCents(contract.ceiling)} is drawn.
      </p>
    </div>
  );
}
