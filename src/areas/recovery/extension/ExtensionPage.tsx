import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StepDay } from "../fields.tsx";
import { deciders, extensionCycle } from "./extension.labels.ts";
import type { ExtensionDetail } from "./extension.model.ts";

const letter = (
  <>
    <StepDay name="day" label="Decided on" />
    <label className="field">
      <span className="field-label">Letter that says so</span>
      <input name="document" className="field-control" required maxLength={200} />
    </label>
  </>
);

/** One request of a project for more time. */
export default function ExtensionPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ExtensionDetail>
      path="/api/v1/pa-extensions"
      id={id}
      lifecycle={extensionCycle}
      title={(e) => `More time until ${formatDate(e.until)}`}
      subtitle={(e) => e.project}
      actionFields={{
        send: <StepDay name="day" label="Sent on" />,
        grant: letter,
        deny: letter,
      }}
      tabs={[
        {
          id: "text",
          label: "Request",
          content: (e) => (
            <Facts
              rows={[
                [
                  "Project",
                  <Link key="p" to={pathTo("paProject", { id: e.projectId })}>
                    {e.project}
                  </Link>,
                ],
                ["Work until now", formatDate(e.workUntil)],
                ["Decided by", deciders[e.decider]],
                ["Delay beyond our control", e.reason],
                ["How far the work is", e.progress],
                ["Timeline", e.timeline],
                ["Sent", e.sentOn && formatDate(e.sentOn)],
                ["Decision", e.decidedOn && `${formatDate(e.decidedOn)}, ${e.document}`],
                ["Why", e.statusReason],
              ]}
            />
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (e) => <Attachments objectType="paExtension" objectId={e.id} />,
        },
      ]}
    />
  );
}
