import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { payForm } from "./pay-form.ts";
import { PayFields } from "./PayFields.tsx";
import type { PayDetail } from "./pay.model.ts";

/** Changes a draft or returned application. */
export default function PayEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<PayDetail>("/api/v1/pay-applications", id);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel
        error={opened.error}
        what="This application"
        onRetry={() => void opened.refetch()}
      />
    );
  const a = opened.record;
  const back = () => void navigate(pathTo("payApplication", { id }));
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Application {a.applicationNo}</h1>
        <p className="text-t2">
          <span className="mono">{a.number}</span> · {a.vendor} · {a.order.title}
        </p>
      </div>
      <RecordForm
        form={payForm}
        draft={`pay-${id}`}
        record={a}
        nouns={["projects"]}
        conflictOf={(toForm) => opened.conflictOf((now) => toForm(now))}
        submitLabel="Save"
        onCancel={back}
        onSaved={back}
      >
        <PayFields
          lines={a.lines}
          rate={a.lines.find(({ ownRate }) => ownRate === null)?.retainagePercent ?? "0"}
        />
      </RecordForm>
    </div>
  );
}
