import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { Pursued, Solved } from "./portfolio.model.ts";

const PursuitDialog = dialogOnDemand(
  async () => (await import("./PursuitDialog.tsx")).PursuitDialog,
);
type Values = {
  hours: { month: string; hours: string }[];
  match: { source: string; cents: number | null }[];
};

function Answer({ of }: { of: Solved }) {
  const { timeZone } = useAgency();
  const { answer, question } = of;
  const named = new Map(question.options.map((one) => [one.id, one]));
  return (
    <Panel title="What to pursue">
      <p>
        {answer.status === "optimal"
          ? `Proven: no other choice within the limits is expected to bring more than ${formatCents(answer.expectedCents)}.`
          : `The time was over: this choice is expected to bring ${formatCents(answer.expectedCents)}, and no choice can bring more than ${formatCents(answer.boundCents)}.`}
      </p>
      <ul className="stack">
        {answer.chosen.map((id) => (
          <li key={id}>
            <Link to={pathTo("grantOpportunity", { id })}>{named.get(id)?.number}</Link>{" "}
            {named.get(id)?.title}
          </li>
        ))}
      </ul>
      <h3>What each limit costs</h3>
      <ul className="stack">
        {answer.costs.map(({ limit, gainCents }) => (
          <li key={limit}>
            {limit}:{" "}
            {gainCents === null
              ? "not proven in time"
              : gainCents === 0
                ? "nothing"
                : `${formatCents(gainCents)} more without it`}
          </li>
        ))}
      </ul>
      <p className="text-13 text-t3">
        {of.madeByName}, {formatInstant(of.createdAt, timeZone)}; {answer.nodes} branches, each
        bound worked out in whole numbers.
      </p>
    </Panel>
  );
}

function Limits({ newest }: { newest: Solved | null }) {
  const solve = useMutationAction("grant-portfolio");
  return (
    <Form<Values>
      formKey={null}
      defaultValues={{
        hours: Object.entries(newest?.limits.hours ?? {}).map(([month, hours]) => ({
          month,
          hours: String(hours),
        })),
        match: Object.entries(newest?.limits.match ?? {}).map(([source, cents]) => ({
          source,
          cents,
        })),
      }}
      submitLabel="Work it out"
      onSubmit={async ({ hours, match }) => {
        await solve.mutateAsync({
          path: "/api/v1/grant-portfolio/solve",
          body: {
            hours: Object.fromEntries(hours.map((one) => [one.month, Number(one.hours)])),
            match: Object.fromEntries(match.map((one) => [one.source, one.cents ?? 0])),
          },
        });
      }}
    >
      <LineItems
        name="hours"
        label="Staff hours available"
        blank={() => ({ month: "", hours: "" })}
        columns={[
          { name: "month", label: "Month, such as 2027-03", kind: "text", required: true },
          { name: "hours", label: "Hours", kind: "decimal", required: true },
        ]}
      />
      <LineItems
        name="match"
        label="Match available"
        blank={() => ({ source: "", cents: null })}
        columns={[
          { name: "source", label: "Source", kind: "text", required: true },
          { name: "cents", label: "Amount", kind: "money", required: true },
        ]}
      />
    </Form>
  );
}

/** /quantum-grant-management: which opportunities to pursue. */
export default function PortfolioPage() {
  const [open, setOpen] = useState<Pursued | null>(null);
  const found = useGet<{ items: Pursued[]; newest: Solved | null }>(
    "grant-portfolio",
    "/api/v1/grant-portfolio",
    { first: true },
  );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The opportunities" />;
  const { items, newest } = found.data;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Grant optimizer</h1>
        <p className="text-t2">
          Which opportunities to pursue with the hours and the match that there are. No quantum
          computer takes part: an integer program, solved on this server, with its proof.
        </p>
      </div>
      <LineTable<Pursued>
        label="Opportunities under review"
        lines={items}
        keyOf={(one) => one.id}
        parts={[
          {
            label: "Opportunity",
            as: "title",
            cell: (one) => (
              <Link to={pathTo("grantOpportunity", { id: one.id })}>
                {one.number} {one.title}
              </Link>
            ),
          },
          { label: "Chance", cell: (one) => (one.pursuit ? `${one.pursuit.chance} %` : "") },
          {
            label: "Asked, $",
            as: "amount",
            cell: (one) =>
              one.pursuit ? formatCents(one.pursuit.askCents, { symbol: false }) : "Not said",
          },
          {
            label: "What it takes",
            cell: (one) => (
              <button
                type="button"
                className="btn btn-quiet"
                aria-label={`Estimate what ${one.number} takes`}
                onClick={() => setOpen(one)}
              >
                Estimate
              </button>
            ),
          },
        ]}
      />
      <Limits key={newest?.id ?? "first"} newest={newest} />
      {newest && <Answer of={newest} />}
      {open && <PursuitDialog of={open} others={items} onClose={() => setOpen(null)} />}
    </div>
  );
}
