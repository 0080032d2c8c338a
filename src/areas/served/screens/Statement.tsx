import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { isDate } from "#kernel/time.ts";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ClientDetail } from "../client/client.model.ts";

const ages = [
  ["notDue", "Not due"],
  ["to30", "1 to 30 days late"],
  ["to60", "31 to 60 days late"],
  ["to90", "61 to 90 days late"],
  ["beyond", "More than 90 days late"],
] as const;

/** What a client owes at the end of a day, by its age, and its statement as a file. */
export function Statement({ client }: { client: ClientDetail }) {
  const [on, setOn] = useState<string>(client.aging.on);
  const asked = isDate(on) ? on : client.aging.on;
  const then = useGet<ClientDetail>("clients", `/api/v1/clients/${client.id}?on=${asked}`);
  const aging = then.data?.aging ?? client.aging;
  const take = () =>
    download(`/api/v1/clients/${client.id}/statement?on=${asked}`).catch((error: unknown) =>
      notify.failed("The statement did not come", error),
    );
  return (
    <section className="grid gap-3">
      <h2>Statement</h2>
      <p className="finding" role="status">
        {aging.owed === 0
          ? `${client.name} owes nothing at the end of ${formatDate(aging.on)}.`
          : `${client.name} owes ${formatCents(aging.owed)} at the end of ${formatDate(aging.on)}.`}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <label className="field">
          <span className="field-label">At the end of</span>
          <input
            type="date"
            className="field-control"
            value={on}
            onChange={(event) => setOn(event.target.value)}
          />
        </label>
        <button type="button" className="btn" onClick={() => void take()}>
          Statement as PDF
        </button>
      </div>
      <LineTable
        label="What is owed by its age"
        parts={[
          { label: "Age", as: "title", cell: ([, label]) => label },
          {
            label: "Owed, $",
            as: "amount",
            cell: ([key]) => formatCents(aging[key], { symbol: false }),
          },
        ]}
        lines={ages}
        keyOf={([key]) => key}
        total={{ label: "Owed", amount: formatCents(aging.owed, { symbol: false }) }}
      />
    </section>
  );
}
