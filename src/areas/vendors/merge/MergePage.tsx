import { useParams } from "react-router";
import { counted } from "#kernel/words.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { VendorLink } from "../vendors.ui.tsx";
import { accountChoices, mergeCycle } from "./merge.labels.ts";
import type { MergeDetail } from "./merge.model.ts";
import { Blocks, Fields, Moves } from "./MergeOutlook.tsx";

function Waiting({ merge }: { merge: MergeDetail }) {
  const { outlook } = merge;
  if (!outlook) return null;
  return (
    <div className="grid gap-4">
      <Blocks blocks={outlook.blocks} />
      <Panel title="Which value stays">
        <Fields kept={outlook.kept} merged={outlook.merged} taken={merge.taken} />
      </Panel>
      <Panel title="Bank account">
        <p>
          {accountChoices[merge.account]}
          {merge.account !== "none" && `: ${outlook[merge.account].account ?? "none on file"}`}
        </p>
      </Panel>
      <Moves outlook={outlook} />
    </div>
  );
}

function Outcome({ merge }: { merge: MergeDetail }) {
  if (merge.status !== "done")
    return (
      <Panel title={merge.status === "declined" ? "Declined" : "Withdrawn"}>
        <p className="text-t2">{merge.answer || "Nothing moved."}</p>
      </Panel>
    );
  return (
    <Panel title="What moved">
      {merge.moved.length === 0 && <p className="text-t3">Nothing hung on the merged record.</p>}
      <ul className="grid max-w-md gap-1 text-14">
        {merge.moved.map(({ label, count }) => (
          <li key={label} className="flex justify-between gap-4">
            {label}
            <span className="mono">{count}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const facts = (merge: MergeDetail) => (
  <Panel title="Records">
    <Facts>
      <Fact label="Stays">
        <VendorLink id={merge.keptId} name={merge.keptName} number={merge.keptNumber} />
      </Fact>
      <Fact label="Merged">
        <VendorLink id={merge.mergedId} name={merge.mergedName} number={merge.mergedNumber} />
      </Fact>
      <Fact label="Proposed by">{merge.proposer}</Fact>
      <Fact label="Why">{merge.reason}</Fact>
      <Fact label="Decided by">{merge.decider}</Fact>
    </Facts>
  </Panel>
);

const willDo = (merge: MergeDetail) => {
  const total = (merge.outlook?.moves ?? []).reduce((sum, one) => sum + one.count, 0);
  return (
    <p className="text-14 text-t2">
      {counted(total, "record")} of {merge.mergedNumber} will hang on {merge.keptNumber}. This
      cannot be undone; {merge.mergedNumber} stays readable and leads there.
    </p>
  );
};

/** A proposal to merge two vendors: what it would do, and what it did. */
export default function MergePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<MergeDetail>
      path="/api/v1/vendor-merges"
      id={id}
      lifecycle={mergeCycle}
      title={(merge) => `${merge.mergedName} into ${merge.keptName}`}
      subtitle={(merge) => `${merge.mergedNumber} into ${merge.keptNumber}`}
      actionFields={(merge) => ({ approve: willDo(merge) })}
      tabs={[
        {
          id: "merge",
          label: "Merge",
          content: (merge) =>
            merge.outlook ? <Waiting merge={merge} /> : <Outcome merge={merge} />,
        },
      ]}
      rail={facts}
    />
  );
}
