import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ClassBudget } from "./ClassFindings.tsx";
import { RequestFields } from "./RequestFields.tsx";
import { blankRequest, requestBody, type RequestForm } from "./requestForm.ts";

/** Enters a payment request that came on paper; somebody else accepts it. */
export function EnterRequestDialog({
  subaward: s,
  onClose,
}: {
  subaward: ClassBudget & { id: string; number: string };
  onClose: () => void;
}) {
  const save = useMutationAction("subaward-requests", "subawards");
  return (
    <Dialog
      onClose={onClose}
      title={`A payment request under ${s.number}`}
      description="As it came on paper. Somebody else accepts it."
    >
      <Form<RequestForm>
        formKey={`subaward-request-${s.id}`}
        defaultValues={blankRequest}
        submitLabel="Enter request"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({
            path: `/api/v1/subawards/${s.id}/requests`,
            body: requestBody(values),
          });
          onClose();
        }}
      >
        <RequestFields classes={s} />
      </Form>
    </Dialog>
  );
}
