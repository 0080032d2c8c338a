import { useFormContext, useWatch } from "react-hook-form";
import { DepartmentField, PlaceField } from "#areas/organization/organization.ui.tsx";
import { formatCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { api } from "#web/kit/api.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Requisition, RequisitionDetail } from "../requisition/requisition.model.ts";
import type { OrderDetail } from "./order.answer.model.ts";
import { OrderRoom } from "./OrderRoom.tsx";
import { Lines } from "./OrderLineFields.tsx";
import type { OrderKind } from "./order.labels.ts";
import { openLines, toOrder, toOrderLines, type OrderValues } from "./orderForm.ts";

/** An empty form. */
export const blankOrder: OrderValues = {
  requisitionId: "",
  title: "",
  vendorId: "",
  departmentId: "",
  contractId: null,
  kind: "standard",
  blanketId: null,
  endsOn: null,
  promisedOn: null,
  placeId: null,
  deliverTo: "",
  termsDays: "30",
  instructions: "",
  matchMode: "three_way",
  overReceiptPercent: "0",
  method: "",
  methodReason: "",
  lines: [],
};

/**
 * A stored order as the form's values. A method without a reason is its requisitions', and follows
 * their lines.
 */
export const toForm = (o: OrderDetail): OrderValues => ({
  ...formOf(blankOrder, o),
  ...(o.lines.some((l) => l.requisitionLineId) && !o.methodReason ? { method: "" } : {}),
  overReceiptPercent: plainDecimal(o.overReceiptPercent),
  lines: toOrderLines(o.lines),
});

/** The form of an order. */
export const orderForm = {
  path: "/api/v1/purchase-orders",
  blank: () => blankOrder,
  toForm,
  toInput: toOrder,
};

/**
 * Takes the open lines of an approved requisition over; several may be put on one order. What is on
 * the order already stays as it was typed.
 */
export const useTakeOver = () => {
  const form = useFormContext<OrderValues>();
  return async (id: string) => {
    const r = await api<RequisitionDetail>(`/api/v1/requisitions/${id}`);
    if (r.status !== "approved" && r.status !== "partly_ordered") {
      notify.failed(`${r.number} cannot be ordered`, "It is not approved, or was ordered already.");
      return;
    }
    const now = form.getValues();
    const there = new Set(now.lines.map((l) => l.requisitionLineId));
    form.setValue(
      "lines",
      [
        ...now.lines.filter((l) => l.description),
        ...openLines(r).filter((l) => !there.has(l.requisitionLineId)),
      ],
      { shouldDirty: true },
    );
    form.setValue("requisitionId", "");
    for (const [name, value] of [
      ["title", r.title],
      ["departmentId", r.departmentId],
      ["deliverTo", r.deliverTo],
      ["placeId", r.placeId],
      ["vendorId", r.vendorId ?? ""],
    ] as const)
      if (!now[name]) form.setValue(name, value, { shouldDirty: true });
    // The terms are the vendor's, unless somebody typed others for a vendor that was there before.
    if (!now.vendorId && r.vendorId) {
      const { termsDays } = await api<{ termsDays: number }>(`/api/v1/vendors/${r.vendorId}`);
      form.setValue("termsDays", String(termsDays), { shouldDirty: true });
    }
  };
};

function FromRequisitions() {
  const take = useTakeOver();
  return (
    <FormSection title="From requisitions">
      <Combobox<Requisition>
        name="requisitionId"
        label="Add an approved requisition"
        path="/api/v1/requisitions"
        query="status=approved,partly_ordered"
        itemLabel={(r) => r.number}
        itemHint={(r) => r.title}
        onPick={(r) =>
          void take(r.id).catch((error: unknown) =>
            notify.failed("The requisition was not taken over", error),
          )
        }
        hint="Its lines and accounts are taken over. Add several to order them together."
      />
    </FormSection>
  );
}

type Found = { id: string; number: string; title: string; vendorId: string; left: number };

/** The contract that the order is placed under: one in force, of the vendor where one is chosen. */
function UnderContract() {
  const form = useFormContext<OrderValues>();
  const [vendorId, contractId] = useWatch({ name: ["vendorId", "contractId"] }) as [
    string,
    string | null,
  ];
  const current = useGet<Found>("contracts", `/api/v1/contracts/${contractId}`, {
    enabled: Boolean(contractId),
  });
  return (
    <Combobox<Found>
      name="contractId"
      label="Contract"
      path="/api/v1/contracts"
      query={vendorId ? `orderable=true&vendorId=${vendorId}` : "orderable=true"}
      itemLabel={(c) => c.number}
      itemHint={(c) => `${c.title}, ${formatCents(c.left)} left`}
      currentLabel={current.data?.number ?? null}
      onPick={(c) => {
        if (!vendorId) form.setValue("vendorId", c.vendorId, { shouldDirty: true });
      }}
      hint="The order draws on its ceiling and rests on its competition."
    />
  );
}

/** An ordinary order, a blanket order for a year, or a release of one. */
function KindOfOrder() {
  return (
    <SelectField
      name="kind"
      label="Kind"
      required
      options={[
        { value: "standard", label: "Order" },
        { value: "blanket", label: "Blanket order: encumbers an amount that releases draw on" },
        { value: "release", label: "Release of a blanket order" },
      ]}
    />
  );
}

type Running = Found & {
  vendor: string;
  departmentId: string;
  amount: number;
  releasedAmount: number;
};

/** The blanket order that a release is placed on. */
function OnBlanket({ fixed }: { fixed: boolean }) {
  const form = useFormContext<OrderValues>();
  const [vendorId, blanketId] = useWatch({ name: ["vendorId", "blanketId"] }) as [
    string,
    string | null,
  ];
  const current = useGet<Running>("purchase-orders", `/api/v1/purchase-orders/${blanketId}`, {
    enabled: Boolean(blanketId),
  }).data;
  if (fixed)
    return <p className="text-t2">A release of {current?.number ?? "its blanket order"}.</p>;
  return (
    <Combobox<Running>
      name="blanketId"
      label="Blanket order"
      required
      path="/api/v1/purchase-orders"
      query={vendorId ? `releasable=true&vendorId=${vendorId}` : "releasable=true"}
      itemLabel={(b) => b.number}
      itemHint={(b) => `${b.title}, ${b.vendor}, ${formatCents(b.amount - b.releasedAmount)} left`}
      currentLabel={current?.number ?? null}
      onPick={(b) => {
        form.setValue("vendorId", b.vendorId, { shouldDirty: true });
        if (!form.getValues("departmentId"))
          form.setValue("departmentId", b.departmentId, { shouldDirty: true });
      }}
      hint="It draws on what the blanket order encumbers, and charges its accounts."
    />
  );
}

type Of = { awarded?: string | null; day?: string | null; kind?: OrderKind | null };

/**
 * The fields of an order before it goes out: for a new one and for a draft, which was ordered on
 * `day` and stays of its `kind`. `awarded`: who an award chose as its vendor; vendor, items and prices stand then.
 */
export function OrderFields({ awarded = null, day = null, kind: fixedKind = null }: Of) {
  const form = useFormContext<OrderValues>();
  const [vendorId, kind] = useWatch({ name: ["vendorId", "kind"] }) as [string, OrderKind];
  const vendor = useGet<{ name: string }>("vendors", `/api/v1/vendors/${vendorId}`, {
    enabled: Boolean(vendorId),
  });
  return (
    <>
      {awarded === null && kind !== "release" && <FromRequisitions />}
      <FormSection title="Order">
        {fixedKind === null && awarded === null && <KindOfOrder />}
        <TextField name="title" label="What is ordered" required maxLength={200} />
        {awarded === null ? (
          <Combobox<{ id: string; name: string; number: string; termsDays: number }>
            name="vendorId"
            label="Vendor"
            required
            path="/api/v1/vendors"
            query="status=active"
            itemLabel={(v) => v.name}
            itemHint={(v) => v.number}
            currentLabel={vendor.data?.name ?? null}
            onPick={(v) => form.setValue("termsDays", String(v.termsDays), { shouldDirty: true })}
          />
        ) : (
          <p className="text-t2">
            {awarded}, as awarded. For another vendor cancel the order and award anew.
          </p>
        )}
        {kind === "release" ? <OnBlanket fixed={fixedKind !== null} /> : <UnderContract />}
        {kind === "blanket" && (
          <DateField
            name="endsOn"
            label="Releases until"
            required
            hint="Within the fiscal year; its amount is encumbered until then"
          />
        )}
        <FormRow>
          <DepartmentField name="departmentId" label="Department" required />
          <DateField name="promisedOn" label="Promised on" />
        </FormRow>
        <FormRow>
          <PlaceField name="placeId" label="Deliver to" />
          <TextField
            name="deliverTo"
            label="Delivery note"
            maxLength={300}
            hint="A gate, a dock, whom to ask for"
          />
        </FormRow>
        <FormRow>
          <QuantityField name="termsDays" label="Payment terms" unit="days" decimals={0} />
          <SelectField
            name="matchMode"
            label="Match invoices"
            required
            options={[
              { value: "three_way", label: "Three-way, against what was received" },
              { value: "two_way", label: "Two-way, against what was ordered" },
            ]}
          />
          <QuantityField
            name="overReceiptPercent"
            label="Over-receipt tolerance"
            unit="%"
            decimals={2}
          />
        </FormRow>
        <TextArea
          name="instructions"
          label="Instructions to the vendor"
          rows={3}
          maxLength={4000}
        />
      </FormSection>
      <Lines awarded={awarded !== null} day={day} />
      <OrderRoom />
    </>
  );
}
