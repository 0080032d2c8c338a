import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { factorCycle, factorStatuses } from "../factor/factor.labels.ts";
import type { FactorDetail } from "../factor/factor.model.ts";

const look = { statuses: factorStatuses, course: factorCycle.course, actions: factorCycle.actions };

type Version = FactorDetail["versions"][number];
const parts: readonly LinePart<Version>[] = [
  {
    label: "Version",
    as: "title",
    cell: ({ id, number, versionNo }) => (
      <Link to={pathTo("carbonFactor", { id })}>
        {versionNo}, <span className="mono">{number}</span>
      </Link>
    ),
  },
  { label: "From", words: true, cell: ({ fromOn }) => formatDate(fromOn) },
  { label: "Through", words: true, cell: ({ untilOn }) => (untilOn ? formatDate(untilOn) : "") },
  {
    label: "Status",
    as: "badge",
    cell: ({ status }) => <StatusBadge statuses={factorStatuses} status={status} />,
  },
];

const said = ({ status, lines, shipped }: FactorDetail): string =>
  status === "unverified"
    ? "Nothing is computed by it until another person confirms that its source says so"
    : lines > 0
      ? `${counted(lines, "line names", "lines name")} this version`
      : shipped
        ? "It comes with the product, and no line names it yet"
        : "No line names it";

const tabs: readonly RecordTab<FactorDetail>[] = [
  {
    id: "factor",
    label: "Factor",
    content: (factor) => (
      <>
        <Finding parts={[{ text: said(factor) }]} none="" />
        <Panel title={`Grams by the ${factor.unit}`}>
          <Facts
            rows={[
              ["Carbon dioxide", `${factor.co2} g`],
              ["Methane", `${factor.ch4} g`],
              ["Nitrous oxide", `${factor.n2o} g`],
              ["Key", factor.factorKey],
              ["From", formatDate(factor.fromOn)],
              ["Through", factor.untilOn && formatDate(factor.untilOn)],
              ["Where it holds", factor.place],
              ["Source", factor.source],
              ["Note", factor.note],
              ["Brought in by", factor.enteredBy],
              ["Confirmed by", factor.confirmedBy],
            ]}
          />
        </Panel>
        <section className="grid gap-3">
          <h2>Versions</h2>
          <LineTable
            label="Versions of the factor"
            parts={parts}
            lines={factor.versions}
            keyOf={({ id }) => id}
          />
        </section>
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="carbonFactor" objectId={id} />
        <Comments objectType="carbonFactor" objectId={id} />
      </>
    ),
  },
];

/** A version of an emission factor. */
export default function FactorPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<FactorDetail>
      path="/api/v1/carbon-factors"
      id={id}
      lifecycle={look}
      title={({ name, versionNo }) => `${name}, version ${versionNo}`}
      tabs={tabs}
    />
  );
}
