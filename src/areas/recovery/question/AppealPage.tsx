import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StepDay } from "../fields.tsx";
import { appealCycle, appealLevels } from "./appeal.labels.ts";
import type { AppealDetail } from "./question.model.ts";

const day = (on: Day | null) => (on ? formatDate(on) : "");

function Said({ a }: { a: AppealDetail }) {
  return (
    <Facts
      rows={[
        [
          "Project",
          <Link key="p" to={pathTo("paProject", { id: a.projectId })}>
            {a.project}
          </Link>,
        ],
        ["Determined", day(a.determinedOn)],
        ["Our clock: file by", day(a.fileBy)],
        ["Filed", day(a.filedOn)],
        ["The recipient's clock: forwarded by", day(a.forwardBy)],
        ["Forwarded", day(a.forwardedOn)],
        ["Decided", day(a.decidedOn)],
        ["By", a.citation],
        ["Argument", a.argument],
        ["Why", a.statusReason],
      ]}
    />
  );
}

/** One appeal with both clocks and its file. */
export default function AppealPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<AppealDetail>
      path="/api/v1/pa-appeals"
      id={id}
      lifecycle={appealCycle}
      title={(a) => a.subject}
      subtitle={(a) => `${appealLevels[a.level]}, ${a.project}`}
      amountCents={(a) => a.disputedCents}
      actionFields={{
        file: <StepDay name="day" label="Filed on" />,
        forward: <StepDay name="day" label="Forwarded on" />,
        grant: <StepDay name="day" label="Decided on" />,
        deny: <StepDay name="day" label="Decided on" />,
      }}
      tabs={[
        { id: "appeal", label: "Appeal", content: (a) => <Said a={a} /> },
        {
          id: "documents",
          label: "File",
          content: (a) => (
            <>
              <EvidenceButton ids={a.evidence} name={a.number} />
              <Attachments objectType="paAppeal" objectId={a.id} />
            </>
          ),
        },
      ]}
      rail={(a) => <RecordDeadlines sourceId={a.id} />}
    />
  );
}
