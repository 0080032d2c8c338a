import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { RequiredClausesCheck } from "../clause/RequiredClauses.tsx";
import type { Management as Answer } from "./management.model.ts";

type Count = Exclude<keyof Answer, "lacking">;
type Figure = { of: Count; label: string; to: string; bad?: boolean };
const obligations = "/contract-management/obligations";
const certificates = "/contract-management/certificates";

const groups: readonly { title: string; figures: readonly Figure[] }[] = [
  {
    title: "Obligations",
    figures: [
      { of: "missed", label: "Missed", to: `${obligations}?missed=true`, bad: true },
      { of: "dueSoon", label: "Due in 30 days", to: `${obligations}?dueSoon=true` },
      { of: "toAccept", label: "Delivered, to accept", to: `${obligations}?status=delivered` },
    ],
  },
  {
    title: "Insurance and bonds",
    figures: [
      { of: "toCheck", label: "Certificates to check", to: `${certificates}?status=submitted` },
      { of: "ending", label: "End in 30 days", to: `${certificates}?ending=true` },
    ],
  },
  {
    title: "Ceilings and terms",
    figures: [
      {
        of: "nearCeiling",
        label: "At 90 percent of the ceiling",
        to: "/contracts?nearCeiling=true",
        bad: true,
      },
      {
        of: "options",
        label: "Options to decide in 180 days",
        to: "/contracts?optionSoon=true&sort=endsOn",
      },
      { of: "endsSoon", label: "End in 120 days", to: "/contracts?endsSoon=true&sort=endsOn" },
      { of: "closeout", label: "In closeout", to: "/contracts?status=closeout" },
    ],
  },
];

function Figures({ answer }: { answer: Answer }) {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {groups.map(({ title, figures }) => (
        <Panel key={title} title={title}>
          <ul className="grid gap-2">
            {figures.map(({ of, label, to, bad }) => (
              <li key={of}>
                <Link className="flex items-baseline justify-between gap-3" to={to}>
                  <span>{label}</span>
                  <span
                    className={`text-22 tabular-nums ${bad && answer[of] > 0 ? "text-danger" : ""}`}
                  >
                    {answer[of].toLocaleString("en-US")}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}

const says: readonly (readonly [of: Count, one: string, several: string])[] = [
  ["missed", "obligation is missed", "obligations are missed"],
  ["toCheck", "certificate waits to be checked", "certificates wait to be checked"],
  [
    "nearCeiling",
    "contract is at 90 percent of its ceiling",
    "contracts are at 90 percent of their ceilings",
  ],
  ["options", "option is to be decided", "options are to be decided"],
];
const toOf = (of: Count) => groups.flatMap(({ figures }) => figures).find((f) => f.of === of)?.to;
const findingOf = (answer: Answer): FindingPart[] =>
  says
    .filter(([of]) => answer[of] > 0)
    .map(([of, ...words]) => ({ text: counted(answer[of], ...words), to: toOf(of) }));

function Lacking({ contracts }: { contracts: Answer["lacking"] }) {
  return (
    <Panel title="Missing insurance and bonds" aside={contracts.length || null}>
      {contracts.length === 0 && (
        <p className="text-t2">Every contract in force has what it demands.</p>
      )}
      <ul className="grid gap-3">
        {contracts.map((c) => (
          <li key={c.id}>
            <Link to={`${pathTo("contract", { id: c.id })}?tab=coverage`}>
              <span className="mono">{c.number}</span> {c.title}
            </Link>{" "}
            <span className="text-t2">{c.vendor}</span>
            <ul className="checks mt-1">
              {c.gaps.map((text) => (
                <li key={text} className="warn">
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** /contract-management: what waits, lacks or ends under the agency's contracts. */
export default function Management() {
  const found = useGet<Answer>("contracts", "/api/v1/contract-management", { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Contract management</h1>
        <Link className="btn" to={pathTo("closeoutLists")}>
          What a closeout asks
        </Link>
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The figures" onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <>
          <Finding
            parts={findingOf(found.data)}
            none="No obligation is missed and no contract is near its ceiling."
          />
          <Figures answer={found.data} />
          <Lacking contracts={found.data.lacking} />
        </>
      )}
      <RequiredClausesCheck />
    </div>
  );
}
