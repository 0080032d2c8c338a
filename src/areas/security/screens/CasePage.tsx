import { useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { eventSeverities } from "#areas/identity/identity.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { caseCourse, caseCycle, caseStatuses } from "../case/case.labels.ts";
import type { CaseDetail } from "../case/case.model.ts";
import { AlertTable } from "./SecurityTables.tsx";

const look = { statuses: caseStatuses, course: caseCourse, actions: caseCycle.actions };

function About({ of: c }: { of: CaseDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Case">
      <Facts>
        <Fact label="Severity">
          <StatusBadge statuses={eventSeverities} status={c.severity} />
        </Fact>
        <Fact label="Opened">
          {formatInstant(c.openedAt, timeZone)}, by {c.openedBy}
        </Fact>
        {c.finding && <Fact label="What was found">{c.finding}</Fact>}
        {c.closedAt && <Fact label="Closed">{formatInstant(c.closedAt, timeZone)}</Fact>}
      </Facts>
    </Panel>
  );
}

/** A case of security officers with its alerts. */
export default function CasePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<CaseDetail>
      path="/api/v1/security-cases"
      id={id}
      lifecycle={look}
      title={(c) => c.title}
      tabs={[
        {
          id: "case",
          label: "Case",
          content: (c) => (
            <div className="stack">
              <About of={c} />
              <AlertTable fixed={`caseId=${c.id}`} />
            </div>
          ),
        },
      ]}
    />
  );
}
