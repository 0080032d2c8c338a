import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { StatementsAnswer } from "../statement/statement.model.ts";

type Statement = StatementsAnswer["items"][number];

const badges = {
  true: { tone: "success", label: "Holds" },
  false: { tone: "danger", label: "Does not hold" },
  null: { tone: "neutral", label: "Not tried here" },
} as const;

function Line({ statement: s }: { statement: Statement }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <b className="mr-auto font-medium">{s.label}</b>
        <Badge {...badges[String(s.good) as keyof typeof badges]} />
      </span>
      <span>{s.sentence}</span>
      <span className="text-13 text-t2">{s.said}</span>
      <span className="text-13 text-t3">{s.nist}</span>
    </li>
  );
}

const finding = ({ items }: StatementsAnswer): string => {
  const red = items.filter(({ good }) => good === false);
  const green = items.filter(({ good }) => good === true).length;
  return red.length === 0
    ? `${counted(green, "statement holds", "statements hold")}, each tried just now.`
    : `${counted(red.length, "statement does", "statements do")} not hold: ${red.map(({ label }) => label.toLowerCase()).join(", ")}.`;
};

/** /security: how the agency is protected, each sentence as its probe finds it now. */
export default function SecurityStatements() {
  const { timeZone } = useAgency();
  const read = useGet<StatementsAnswer>("security-statements", "/api/v1/security-statements");
  return (
    <div className="stack">
      <h1>Security</h1>
      {read.isPending && <RecordSkeleton />}
      {read.error && <ErrorPanel error={read.error} what="Security" />}
      {read.data && (
        <>
          <p className="finding" role="status">
            {finding(read.data)}
          </p>
          <Panel title="How the agency is protected" flush>
            <ul>
              {read.data.items.map((statement) => (
                <Line key={statement.probe} statement={statement} />
              ))}
            </ul>
          </Panel>
          <p className="text-13 text-t3">
            Tried {formatInstant(read.data.at, timeZone)}. Labels: {read.data.source}.
          </p>
        </>
      )}
    </div>
  );
}
