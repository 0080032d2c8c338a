import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { supplyAnswers, type SupplyAnswer } from "./question.labels.ts";
import type { AskedVendor } from "./supply.model.ts";

const tones = { on_time: "success", late: "warning", cannot: "danger" } as const satisfies Record<
  SupplyAnswer,
  string
>;

function Said({ asked }: { asked: AskedVendor }) {
  if (asked.answer) return <Badge tone={tones[asked.answer]} label={supplyAnswers[asked.answer]} />;
  return <Badge tone="neutral" label={asked.over ? "No answer came" : "Not answered yet"} />;
}

/** Asks vendors inside a warning, with one press, and shows what they said. */
export function AskedPanel({ toAsk }: { toAsk: number }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [phoned, setPhoned] = useState<AskedVendor | null>(null);
  const ask = useMutationAction<{ asked: number; without: number }>("purchase-orders");
  const found = useGet<{ items: AskedVendor[] }>("purchase-orders", "/api/v1/supply-questions");
  const items = found.data?.items ?? [];
  const press = async () => {
    const { asked, without } = await ask.mutateAsync({ path: "/api/v1/supply-questions" });
    notify.done(
      asked === 1 ? "One vendor was asked" : `${asked} vendors were asked`,
      without ? `${without} of them have no address: call them.` : "By mail and in their portal",
    );
  };
  return (
    <Panel title="Can they deliver?">
      {can("supply.ask") && toAsk > 0 && (
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          disabled={ask.isPending}
          onClick={() => void press()}
        >
          Ask whether they can deliver
        </button>
      )}
      <ul className="grid gap-2">
        {items.map((asked) => (
          <li key={asked.id} className="flex flex-wrap items-center gap-2">
            <Link to={`/vendor-directory/${asked.vendorId}`}>{asked.vendor}</Link>
            <Said asked={asked} />
            <span className="text-13 text-t2">
              asked {formatInstant(asked.askedAt, timeZone)} about {asked.orders}
            </span>
            {can("supply.ask") && !asked.over && (
              <button
                type="button"
                className="btn btn-small ml-auto"
                onClick={() => setPhoned(asked)}
              >
                Enter its answer<span className="visually-hidden"> of {asked.vendor}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.data && items.length === 0 && (
        <p className="text-t2">Nobody was asked in the last thirty days.</p>
      )}
      {phoned && (
        <PostDialog
          title={`What ${phoned.vendor} said`}
          description="Told by phone; it stands with your name in the record."
          path={`/api/v1/supply-questions/${phoned.id}/answer`}
          submit="Write down"
          nouns={["purchase-orders"]}
          values={{ answer: "" }}
          onClose={() => setPhoned(null)}
        >
          <SelectField name="answer" label="Answer" required options={options(supplyAnswers)} />
        </PostDialog>
      )}
    </Panel>
  );
}
