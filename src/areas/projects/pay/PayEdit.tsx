import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { bodyOf, formOf, type PayValues } from "./pay-form.ts";
import { PayFields } from "./PayFields.tsx";
import type { PayDetail } from "./pay.model.ts";

/** Changes a draft or returned application. */
export default function PayEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<PayDetail>("/api/v1/pay-applications", id);
  const send = useMutationAction("pay-applications", "projects");
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
      <Form<PayValues>
        formKey={`pay-${id}`}
        defaultValues={formOf(a)}
        version={a.version}
        conflict={opened.conflictOf((now) => formOf(now))}
        submitLabel="Save"
        wide
        onCancel={back}
        onSubmit={async (values) => {
          await send.mutateAsync({
            method: "PATCH",
            path: `/api/v1/pay-applications/${id}`,
            body: bodyOf(values, a.fileId),
            version: a.version,
          });
          back();
        }}
      >
        <PayFields
          lines={a.lines}
          rate={a.lines.find(({ ownRate }) => ownRate === null)?.retainagePercent ?? "0"}
        />
      </Form>
    </div>
  );
}
