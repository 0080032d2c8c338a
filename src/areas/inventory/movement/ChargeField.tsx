import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import type { AccountString, BudgetEffectRow } from "#areas/budget/budget.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ConsumerType } from "./movement.labels.ts";
import type { ChargeLine } from "./movement.model.ts";

type Consumer = { type: ConsumerType; id: string };

const labelOf = ({ code, label }: AccountString): string => `${code} · ${label}`;

// The line that is known of whoever gets it is there before anybody types.
const useProposed = ({ type, id }: Consumer): ChargeLine | null => {
  const { setValue } = useFormContext();
  const line =
    useGet<{ line: ChargeLine | null }>(
      "stock-movements",
      `/api/v1/stock-charge-lines?type=${type}&id=${id}`,
      { enabled: id !== "" },
    ).data?.line ?? null;
  const proposed = id ? (line?.id ?? "") : "";
  useEffect(() => setValue("accountStringId", proposed), [proposed, id, setValue]);
  return line;
};

function Remains({ accountStringId, cents }: { accountStringId: string; cents: number | null }) {
  const row = useGet<{ items: BudgetEffectRow[] }>(
    "budget-lines",
    `/api/v1/budget-effects?ids=${accountStringId}`,
  ).data?.items[0];
  if (!row) return null;
  const { code, available, budget } = row;
  if (budget === 0 && available === 0)
    return (
      <p className="text-danger" role="status">
        {code} has no budget this year: choose another line.
      </p>
    );
  if (cents === null || cents === 0)
    return (
      <p className="text-t2" role="status">
        {code} has {formatCents(available)} available.
      </p>
    );
  const left = available - cents;
  return (
    <p className={left < 0 ? "text-danger" : "text-t2"} role="status">
      {left >= 0
        ? `About ${formatCents(cents)} are charged to ${code}; ${formatCents(left)} would be left.`
        : `About ${formatCents(cents)} would be charged to ${code}, which has ${formatCents(available)} available${row.stop === "soft" ? "; its fund warns and lets it through." : ": it will be refused. Issue less, or choose another line."}`}
    </p>
  );
}

/**
 * The budget line that bears what is issued, and what remains of it. `cents`: about how much that is, as far
 * as it is known; `stores`: the line that bears it until then.
 */
export function ChargeField({
  consumer,
  cents,
  stores,
}: {
  consumer: Consumer;
  cents: number | null;
  stores: string | null;
}) {
  const proposed = useProposed(consumer);
  const chosen = useWatch({ name: "accountStringId" }) as string;
  return (
    <>
      <Combobox<AccountString>
        name="accountStringId"
        label="Budget line that bears it"
        required
        hint={
          stores
            ? `It is charged as it is issued. Until then ${stores} bears it.`
            : "It is charged as it is issued."
        }
        path="/api/v1/account-strings"
        itemLabel={labelOf}
        itemHint={({ available }) =>
          available === null ? "No budget this year" : `${formatCents(available)} available`
        }
        currentLabel={proposed?.id === chosen ? proposed.code : null}
      />
      {chosen && <Remains accountStringId={chosen} cents={cents} />}
    </>
  );
}
