import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { OrderFields, orderForm, useTakeOver } from "./OrderFields.tsx";
import { onGrid, type OrderValues } from "./orderForm.ts";

/** Begins with the requisitions of the address. */
function FromAddress({ ids }: { ids: string }) {
  const take = useTakeOver();
  useEffect(() => {
    void (async () => {
      for (const id of ids.split(",")) await take(id);
    })().catch((error: unknown) => notify.failed("The requisition was not taken over", error));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the address
  }, [ids]);
  return null;
}

/** Begins under the contract of the address, unless a draft of it is back. */
function UnderContract({ id }: { id: string }) {
  const { getValues, setValue } = useFormContext<OrderValues>();
  useEffect(() => {
    if (getValues("contractId")) return;
    void (async () => {
      const contract = await api<{ vendorId: string; departmentId: string }>(
        `/api/v1/contracts/${id}`,
      );
      setValue("contractId", id, { shouldDirty: true });
      setValue("vendorId", contract.vendorId, { shouldDirty: true });
      setValue("departmentId", contract.departmentId, { shouldDirty: true });
    })().catch((error: unknown) => notify.failed("The contract was not taken over", error));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the address
  }, [id]);
  return null;
}

/** Begins as a release of the blanket order of the address, unless a draft of it is back. */
function OnBlanket({ id }: { id: string }) {
  const { getValues, setValue } = useFormContext<OrderValues>();
  useEffect(() => {
    if (getValues("blanketId")) return;
    void (async () => {
      const blanket = await api<{ vendorId: string; departmentId: string }>(
        `/api/v1/purchase-orders/${id}`,
      );
      setValue("kind", "release", { shouldDirty: true });
      setValue("blanketId", id, { shouldDirty: true });
      setValue("vendorId", blanket.vendorId, { shouldDirty: true });
      setValue("departmentId", blanket.departmentId, { shouldDirty: true });
    })().catch((error: unknown) => notify.failed("The blanket order was not taken over", error));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the address
  }, [id]);
  return null;
}

/** Drafts a purchase order from one requisition, several, or none. */
export default function OrderNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const first = search.get("requisitionId");
  const contractId = search.get("contractId");
  const blanketId = search.get("blanketId");
  const from = [first, contractId, blanketId];
  const { can } = useAuth();
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New purchase order</h1>
      <RecordForm
        key={from.join()}
        form={orderForm}
        nouns={["requisitions"]}
        draft={`purchase-order-new${from.map((id) => (id ? `-${id}` : "")).join("")}`}
        submitLabel="Save draft"
        onCancel={() => void navigate(pathTo("orders"))}
        choices={can("purchaseOrder.issue") ? [{ name: "issue", label: "Save and issue" }] : []}
        also={(choice) => ({ issue: choice === "issue" })}
        refused={(error, values) => onGrid(error, values as OrderValues)}
        onSaved={(id, { answer, choice }) => {
          if (choice === "issue")
            notify.done(
              answer["status"] === "issued"
                ? `${answer["number"] as string} is issued`
                : `${answer["number"] as string} waits for its approvers`,
            );
          void navigate(pathTo("order", { id }));
        }}
      >
        {first && <FromAddress ids={first} />}
        {contractId && <UnderContract id={contractId} />}
        {blanketId && <OnBlanket id={blanketId} />}
        <OrderFields />
      </RecordForm>
    </div>
  );
}
