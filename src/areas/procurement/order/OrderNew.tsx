import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { lineTotalCents } from "../../../kernel/money.ts";
import { plainDecimal } from "../../../kernel/quantity.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { api, ApiProblem } from "../../../web/kit/api.ts";
import { Combobox } from "../../../web/kit/form/Combobox.tsx";
import { DateField, FormRow, FormSection, QuantityField, SelectField, TextArea, TextField } from "../../../web/kit/form/fields.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { LineItems } from "../../../web/kit/form/LineItems.tsx";
import { useGet, useMutationAction } from "../../../web/kit/queries.ts";
import { notify } from "../../../web/kit/Toasts.tsx";
import { MethodChoice } from "../method/MethodChoice.tsx";
import type { Method } from "../method/method.labels.ts";
import type { Requisition, RequisitionDetail } from "../requisition/requisition.model.ts";

type Line = { requisitionLineId: string | null; commodityCode: string | null; accountStringId: string; description: string; quantity: string; unit: string; unitPrice: string; from: string };
type Values = { requisitionId: string; title: string; vendorId: string; departmentId: string; promisedOn: string | null; deliverTo: string; termsDays: string; instructions: string; matchMode: "two_way" | "three_way"; overReceiptPercent: string; method: Method | ""; methodReason: string; lines: Line[] };

const blankLine = (): Line => ({ requisitionLineId: null, commodityCode: null, accountStringId: "", description: "", quantity: "1", unit: "each", unitPrice: "", from: "" });
const blank: Values = { requisitionId: "", title: "", vendorId: "", departmentId: "", promisedOn: null, deliverTo: "", termsDays: "30", instructions: "", matchMode: "three_way", overReceiptPercent: "0", method: "", methodReason: "", lines: [] };
const totalOf = (line: Record<string, unknown>) => {
  const { quantity, unitPrice } = line as Line;
  return /^\d+(\.\d{1,4})?$/.test(quantity) && /^\d+(\.\d{1,4})?$/.test(unitPrice) ? lineTotalCents(quantity, unitPrice) : null;
};

const toBody = ({ requisitionId: _r, lines, ...head }: Values) => ({
  ...head, promisedOn: head.promisedOn || null, method: head.method || null, termsDays: Number(head.termsDays) || 0,
  requisitionLines: lines.filter((l) => l.requisitionLineId).map((l) => ({ requisitionLineId: l.requisitionLineId, quantity: l.quantity, unitPrice: l.unitPrice })),
  lines: lines.filter((l) => !l.requisitionLineId).map((l) => ({ description: l.description, commodityCode: l.commodityCode || null, quantity: l.quantity, unit: l.unit, unitPrice: l.unitPrice, splits: [{ accountStringId: l.accountStringId }] })),
});

const openLines = (r: RequisitionDetail): Line[] => r.lines.filter((l) => Number(l.openQuantity) > 0).map((l) => ({ requisitionLineId: l.id, commodityCode: l.commodityCode, accountStringId: l.splits[0]?.accountStringId ?? "", description: l.description, quantity: plainDecimal(l.openQuantity), unit: l.unit, unitPrice: plainDecimal(l.unitPrice, 2), from: r.number }));

/** Takes the open lines of an approved requisition over; several may be put on one order. What is on the order already stays as it was typed. */
const useTakeOver = () => {
  const form = useFormContext<Values>();
  return async (id: string) => {
    const r = await api<RequisitionDetail>(`/api/v1/requisitions/${id}`);
    if (r.status !== "approved" && r.status !== "partly_ordered") { notify.failed(`${r.number} cannot be ordered`, "It is not approved, or was ordered already."); return; }
    const now = form.getValues();
    const there = new Set(now.lines.map((l) => l.requisitionLineId));
    form.setValue("lines", [...now.lines.filter((l) => l.description), ...openLines(r).filter((l) => !there.has(l.requisitionLineId))], { shouldDirty: true });
    form.setValue("requisitionId", "");
    for (const [name, value] of [["title", r.title], ["departmentId", r.departmentId], ["deliverTo", r.deliverTo], ["vendorId", r.vendorId ?? ""]] as const) if (!now[name]) form.setValue(name, value, { shouldDirty: true });
  };
};

/** The server counts the lines from requisitions by themselves; its errors belong to the lines of the grid. */
const onGrid = (error: unknown, values: Values): unknown => {
  if (!(error instanceof ApiProblem)) return error;
  const places = { requisitionLines: values.lines.flatMap((l, at) => (l.requisitionLineId ? [at] : [])), lines: values.lines.flatMap((l, at) => (l.requisitionLineId ? [] : [at])) };
  const errors = error.errors.map((each) => {
    const [, list, at, rest] = /^(requisitionLines|lines)\.(\d+)(?:\.(.+))?$/.exec(each.path) ?? [];
    return list ? { ...each, path: `lines.${places[list as keyof typeof places][Number(at)] ?? at}.${rest?.startsWith("splits") ? "accountStringId" : rest ?? "description"}` } : each;
  });
  return new ApiProblem(error.status, { ...error.extra, errors });
};

/** Lines that no requisition asked for: their cents, and what they are compared by. */
const ownOf = (lines: readonly Line[]) => {
  const own = lines.filter((l) => !l.requisitionLineId), accounts = (of: readonly Line[]) => [...new Set(of.flatMap((l) => l.accountStringId || []))];
  return { amount: own.reduce((n, l) => n + (totalOf(l) ?? 0), 0), like: { codes: [...new Set(own.flatMap((l) => l.commodityCode || []))], accounts: accounts(own), uncoded: accounts(own.filter((l) => !l.commodityCode)) } };
};
const isOwn = (line: Record<string, unknown>): boolean => !line.requisitionLineId;

type Commodity = { id: string; code: string; name: string };
type Accounts = { items: { id: string; code: string }[] };

function Fields({ first }: { first: string | null }) {
  const take = useTakeOver();
  const departments = useGet<{ items: { id: string; name: string }[] }>("departments", "/api/v1/departments");
  const departmentId = useWatch({ name: "departmentId" }) as string;
  const lines = useWatch({ name: "lines" }) as Line[];
  const own = ownOf(lines);
  const used = [...new Set(lines.map((l) => l.accountStringId).filter(Boolean))].toSorted().join(",");
  const near = useGet<Accounts>("account-strings", `/api/v1/account-strings${departmentId ? `?departmentId=${departmentId}` : ""}`);
  const theirs = useGet<Accounts>("account-strings", `/api/v1/account-strings?ids=${used}`, { enabled: used !== "" });
  const accounts = new Map([...(near.data?.items ?? []), ...(theirs.data?.items ?? [])].map((a) => [a.id, a.code]));
  const vendorId = useWatch({ name: "vendorId" }) as string;
  const vendor = useGet<{ name: string }>("vendors", `/api/v1/vendors/${vendorId}`, { enabled: Boolean(vendorId) });
  useEffect(() => {
    void (async () => { for (const id of first?.split(",") ?? []) await take(id); })().catch((error: unknown) => notify.failed("The requisition was not taken over", error));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the requisition in the address
  }, [first]);
  return (
    <>
      <FormSection title="From requisitions">
        <Combobox<Requisition> name="requisitionId" label="Add an approved requisition" path="/api/v1/requisitions" query="status=approved,partly_ordered" itemLabel={(r) => r.number} itemHint={(r) => r.title} onPick={(r) => void take(r.id)} hint="Its lines and accounts are taken over. Add several to order them together." />
      </FormSection>
      <FormSection title="Order">
        <TextField name="title" label="What is ordered" required maxLength={200} />
        <Combobox<{ id: string; name: string; number: string }> name="vendorId" label="Vendor" required path="/api/v1/vendors" query="status=active" itemLabel={(v) => v.name} itemHint={(v) => v.number} currentLabel={vendor.data?.name ?? null} />
        <FormRow><SelectField name="departmentId" label="Department" required options={(departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name }))} /><DateField name="promisedOn" label="Promised on" /></FormRow>
        <FormRow><TextField name="deliverTo" label="Deliver to" maxLength={300} /><QuantityField name="termsDays" label="Payment terms" unit="days" decimals={0} /></FormRow>
        <FormRow><SelectField name="matchMode" label="Match invoices" options={[{ value: "three_way", label: "Three-way, against what was received" }, { value: "two_way", label: "Two-way, against what was ordered" }]} /><QuantityField name="overReceiptPercent" label="Over-receipt tolerance" unit="%" decimals={2} /></FormRow>
        <TextArea name="instructions" label="Instructions to the vendor" rows={3} maxLength={4000} />
      </FormSection>
      <FormSection title="Lines">
        <LineItems name="lines" label="Lines" headed blank={blankLine} lineTotal={totalOf} columns={[
          { name: "description", label: "Item", kind: "text", required: true }, { name: "accountStringId", label: "Charged to", kind: "select", required: true, width: "w-[190px]", options: [...accounts].map(([value, label]) => ({ value, label })) },
          { name: "commodityCode", label: "Commodity", kind: "lookup", width: "w-[150px]", path: "/api/v1/commodities", itemLabel: (c: Commodity) => c.code, itemHint: (c: Commodity) => c.name, current: (code) => code, stands: isOwn, otherwise: "As requisitioned" },
          { name: "quantity", label: "Quantity", kind: "decimal", required: true, width: "w-[110px]" }, { name: "unit", label: "Unit", kind: "text", width: "w-[90px]" }, { name: "unitPrice", label: "Unit price", kind: "decimal", least: 2, required: true, width: "w-[130px]" }]} />
        <p className="text-12 text-t3">Lines taken from a requisition keep its accounts and their shares. A line of its own needs an approval policy that covers it.</p>
      </FormSection>
      {own.amount > 0 && <FormSection title="How it is bought">{lines.some((l) => l.requisitionLineId) ? <p className="text-t3">As its requisitions say. Lines of its own count with their like purchases when it is submitted.</p> : <MethodChoice purchase={{ ...own, departmentId }} />}</FormSection>}
    </>
  );
}

/** Drafts a purchase order from one requisition, several, or none. */
export default function OrderNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const first = search.get("requisitionId");
  const { can } = useAuth();
  const save = useMutationAction<{ id: string; number: string; status: string }>("purchase-orders", "requisitions");
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New purchase order</h1>
      <Form<Values> key={first} formKey={first ? `purchase-order-new-${first}` : "purchase-order-new"} defaultValues={blank} submitLabel="Save draft" wide onCancel={() => void navigate(pathTo("orders"))}
        choices={can("purchaseOrder.issue") ? [{ name: "issue", label: "Save and issue" }] : []}
        onSubmit={async (values, choice) => {
          const made = await save.mutateAsync({ path: "/api/v1/purchase-orders", body: { ...toBody(values), issue: choice === "issue" } }).catch((error: unknown) => { throw onGrid(error, values); });
          if (choice === "issue") notify.done(made.status === "issued" ? `${made.number} is issued` : `${made.number} waits for its approvers`);
          void navigate(pathTo("order", { id: made.id }));
        }}>
        <Fields first={first} />
      </Form>
    </div>
  );
}
