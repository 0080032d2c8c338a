import { formatCents } from "#kernel/money.ts";
import { StripBar } from "#web/kit/MoneyStrip.tsx";

type Ceiling = { ceiling: number; drawn: number; left: number };

/** What orders have drawn of a ceiling, and what is left. */
export function CeilingStrip({ contract }: { contract: Ceiling }) {
  const percent = contract.ceiling > 0 ? Math.floor((contract.drawn * 100) / contract.ceiling) : 0;
  return (
    <div>
      <StripBar expendedCents={contract.drawn} encumberedCents={0} availableCents={contract.left} />
      <p className="mt-2 text-13 text-t2">
        <b className="font-medium text-t1">{formatCents(contract.left)}</b> left of{" "}
        {formatCents(contract.ceiling)}. {formatCents(contract.drawn)}, {percent}%, is drawn.
      </p>
    </div>
  );
}
