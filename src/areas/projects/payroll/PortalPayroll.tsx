import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { CheckboxField, FormSection } from "#web/kit/form/fields.tsx";
import { RecordForm, type AnyForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { blankPayroll, payrollBody, workersOf, type PayrollValues } from "./payroll-form.ts";
import { PayrollFields } from "./PayrollFields.tsx";
import type { ContractorPayrolls, PayrollDetail } from "./payroll.model.ts";

type Values = PayrollValues & { certified: boolean };

const formAt = (path: string): AnyForm => ({
  path: path as AnyForm["path"],
  blank: (known: object = {}) => ({ ...blankPayroll, certified: false, ...known }),
  toForm: () => blankPayroll,
  toInput: ((values: Values) => {
    const { purchaseOrderId: _order, ...body } = payrollBody(values);
    return { ...body, certified: values.certified };
  }) as AnyForm["toInput"],
});

const known = (side: ContractorPayrolls, returned: PayrollDetail | undefined): object =>
  returned
    ? {
        employer: returned.employer,
        payrollNo: String(returned.payrollNo),
        weekEnding: returned.weekEnding,
        paidOn: returned.paidOn ?? "",
        noWork: returned.noWork,
        final: returned.final,
        workers: workersOf(returned.workers),
        exceptions: returned.exceptions,
        signedBy: returned.signedBy,
        signedTitle: returned.signedTitle,
      }
    : {
        employer: side.employer,
        payrollNo: String(side.nextNo),
        weekEnding: side.missing[0] ?? "",
      };

/** A contractor's payroll of a week: a new one, or what was returned. */
export default function PortalPayroll() {
  const { orgId = "", id = "" } = useParams();
  const navigate = useNavigate();
  const path = `/api/v1/vendor-orders/${orgId}/${id}/payrolls`;
  const opened = useGet<ContractorPayrolls>("vendor-orders", path);
  const back = opened.data?.items.find(({ status }) => status === "returned");
  const returned = useGet<PayrollDetail>("vendor-orders", `${path}/${back?.id}`, {
    enabled: back !== undefined,
  });
  if (opened.isPending || (back && returned.isPending)) return <RecordSkeleton />;
  if (!opened.data)
    return (
      <ErrorPanel error={opened.error} what="The order" onRetry={() => void opened.refetch()} />
    );
  const order = pathTo("portalOrder", { orgId, id });
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">
          {back
            ? `Correct the payroll to ${formatDate(back.weekEnding)}`
            : "Send a certified payroll"}
        </h1>
        <p className="text-t2">{back ? back.statusReason : opened.data.because}</p>
      </div>
      <RecordForm
        form={formAt(path)}
        // Nobody's pay is kept on a device.
        draft={null}
        known={known(opened.data, returned.data)}
        nouns={["vendor-orders"]}
        submitLabel="Sign and send"
        onCancel={() => void navigate(order)}
        onSaved={() => {
          notify.done("Your payroll is with the agency");
          void navigate(order);
        }}
      >
        <PayrollFields
          readPath={`${path}/rpc/read`}
          classifications={opened.data.classifications}
        />
        <FormSection title="Signature">
          <CheckboxField
            name="certified"
            label="I pay or supervise the payment of these workers, and I state what stands above"
          />
        </FormSection>
      </RecordForm>
    </div>
  );
}
