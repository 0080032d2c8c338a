import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { CountRule, CountsDue } from "../count/count.model.ts";
import { toleranceText } from "../count/tolerance.model.ts";
import type { StockRequests } from "../request/request.model.ts";
import type { CostClass, CostPolicy } from "../ledger/policy.model.ts";
import { costMethods } from "../movement/movement.labels.ts";

const PricingDialog = dialogOnDemand(
  async () => (await import("./PricingDialog.tsx")).PricingDialog,
);
const RuleDialog = dialogOnDemand(async () => (await import("../count/RuleDialog.tsx")).RuleDialog);

const partsOf = (classes: readonly CostClass[]): FindingPart[] => {
  const fifo = classes.filter(({ method }) => method === "fifo");
  if (classes.length === 0) return [];
  if (fifo.length === 0)
    return [{ text: "Issues of all classes are priced at the weighted average" }];
  const named = fifo.map(({ costClass }) => costClass).join(", ");
  return [
    { text: `Issues of ${named} are priced first in, first out` },
    ...(fifo.length < classes.length
      ? [{ text: "those of the other classes at the weighted average" }]
      : []),
  ];
};

const classParts = (policies: readonly CostPolicy[]): readonly LinePart<CostClass>[] => [
  { label: "Class", as: "title", cell: ({ costClass }) => costClass },
  { label: "Items", cell: ({ items }) => items },
  { label: "Priced by", words: true, cell: ({ method }) => costMethods[method] },
  {
    label: "By day",
    words: true,
    cell: ({ costClass }) =>
      policies
        .filter((policy) => policy.costClass === costClass)
        .map(({ id, method, fromOn, setBy }) => (
          <span key={id} className="block">
            {costMethods[method]} from {formatDate(fromOn)} on{setBy && `, set by ${setBy}`}
          </span>
        )),
  },
  { label: "Worth", as: "amount", cell: ({ valueCents }) => formatCents(valueCents) },
];

const ruleParts: readonly LinePart<CountRule>[] = [
  { label: "From", as: "title", cell: ({ fromOn }) => formatDate(fromOn) },
  { label: "Posted at once", words: true, cell: (rule) => toleranceText(rule) },
  {
    label: "Counted every",
    words: true,
    cell: ({ daysA, daysB, daysC }) =>
      `A ${counted(daysA, "day")}, B ${counted(daysB, "day")}, C ${counted(daysC, "day")}`,
  },
];

function Part({ title, act, children }: { title: string; act: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">{title}</h2>
        {act}
      </div>
      {children}
    </section>
  );
}

const none = "text-t2";

function Counting({ rules }: { rules: readonly CountRule[] }) {
  const { can } = useAuth();
  const [setting, setSetting] = useState(false);
  const due = useGet<CountsDue>("stock-counts", "/api/v1/stock-counts-due").data;
  return (
    <Part
      title="Counts"
      act={
        can("books.rules") && (
          <button type="button" className="btn" onClick={() => setSetting(true)}>
            Set the rule
          </button>
        )
      }
    >
      {rules.length === 0 ? (
        <p className={none}>No rule stands: every difference is counted twice and approved.</p>
      ) : (
        <LineTable
          label="Rules of counting by day"
          parts={ruleParts}
          lines={rules}
          keyOf={(r) => r.id}
        />
      )}
      {setting && due && <RuleDialog rule={due.rule} onClose={() => setSetting(false)} />}
    </Part>
  );
}

function Pricing({
  classes,
  policies,
}: {
  classes: readonly CostClass[];
  policies: readonly CostPolicy[];
}) {
  const [setting, setSetting] = useState(false);
  return (
    <Part
      title="How issues are priced"
      act={
        <Held permission="books.rules" what="Set the method">
          <button type="button" className="btn btn-primary" onClick={() => setSetting(true)}>
            Set the method
          </button>
        </Held>
      }
    >
      {classes.length === 0 ? (
        <p className={none}>
          No items yet. <Link to={pathTo("stockItemNew")}>Enter one</Link>: its cost class says how
          it is priced.
        </p>
      ) : (
        <LineTable
          label="Classes of items"
          parts={classParts(policies)}
          lines={classes}
          keyOf={({ costClass }) => costClass}
        />
      )}
      {setting && <PricingDialog classes={classes} onClose={() => setSetting(false)} />}
    </Part>
  );
}

type Of<T> = { items: T[] };

function Holding({ days }: { days: number }) {
  return (
    <Part
      title="Holds"
      act={
        <Link className="btn" to={pathTo("rules")}>
          Open the rules
        </Link>
      }
    >
      <p>
        What is asked of the stores is held for {counted(days, "day")}, then it is free again.
        Another number is a local rule, <i>Hold of what is asked of the stores</i>.
      </p>
    </Part>
  );
}

/** The agency's dated rules of its stores: how issues are priced, which difference of a count may be posted. */
export default function StockRules() {
  const classes = useGet<Of<CostClass>>("stock-cost-policies", "/api/v1/stock-cost-classes");
  const policies = useGet<Of<CostPolicy>>("stock-cost-policies", "/api/v1/stock-cost-policies");
  const rules = useGet<Of<CountRule>>("stock-counts", "/api/v1/stock-count-rules");
  const asked = useGet<StockRequests>("stock-requests", "/api/v1/stock-requests");
  const error = classes.error ?? policies.error ?? rules.error;
  return (
    <div className="stack">
      <header className="grid gap-2">
        <h1>Rules of the stores</h1>
        {classes.data && (
          <Finding parts={partsOf(classes.data.items)} none="No items are priced yet." />
        )}
        {error && <ErrorPanel error={error} what="The rules" />}
      </header>
      {classes.data && policies.data && (
        <Pricing classes={classes.data.items} policies={policies.data.items} />
      )}
      {rules.data && <Counting rules={rules.data.items} />}
      {asked.data && <Holding days={asked.data.holdDays} />}
    </div>
  );
}
