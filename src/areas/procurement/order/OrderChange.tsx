import { useNavigate, useParams, useSearchParams } from "react-router";
import { useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { isLumpSum, lumpSum, muchOf } from "#kernel/lump-sum.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { addDays } from "#kernel/time.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  QuantityField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { Method } from "../method/method.labels.ts";
import { GrownMethod } from "../method/MethodChoice.tsx";
import { LineEditor } from "../requisition/LineEditor.tsx";
import { blankLine, toLines, totalOf, type LineValues } from "../requisition/requisitionForm.ts";
import type { DraftedChange } from "./change-draft.model.ts";
import { useDraftedChanges } from "./DraftedChanges.tsx";
import type { OrderDetail } from "./order.answer.model.ts";

type Changed = { id: string; quantity: string; unitPrice: string; cancelled: boolean };
type Values = {
  reason: string;
  promisedOn: string | null;
  departmentId: string;
  lines: Changed[];
  added: LineValues[];
  method: Method | "";
  methodReason: string;
};

const isNumber = (text: string) => /^\d+(\.\d{1,4})?$/.test(text);
const openLines = (order: OrderDetail) => order.lines.filter((l) => !l.cancelled);
const amountOf = (l: Changed) =>
  l.cancelled || !isNumber(l.quantity) || !isNumber(l.unitPrice)
    ? 0
    : lineTotalCents(l.quantity, l.unitPrice);

/**
 * What the change costs, as the server will say: what grows is approved, whatever is saved
 * elsewhere.
 */
const meaning = (order: OrderDetail, lines: readonly Changed[], added: readonly LineValues[]) => {
  const open = openLines(order);
  const news = totalOf(added);
  const pairs = lines.flatMap((l, i) => (open[i] ? [{ l, now: amountOf(l), was: open[i] }] : []));
  const difference = news + pairs.reduce((n, { now, was }) => n + now - was.amount, 0);
  const growth = news + pairs.reduce((n, { now, was }) => n + Math.max(0, now - was.amount), 0);
  const grows =
    added.length > 0 ||
    pairs.some(
      ({ l, now, was }) =>
        !l.cancelled &&
        (now > was.amount ||
          Number(l.quantity) > Number(was.quantity) ||
          Number(l.unitPrice) > Number(was.unitPrice)),
    );
  const text = grows
    ? `What grows waits for approval${growth > 0 ? `: ${formatCents(growth)}` : ""}. What is saved on other lines is not set against it. Until then the order stays as it is.`
    : difference < 0
      ? "Nothing grows: the change applies at once and releases the difference."
      : "Nothing grows: the change applies at once.";
  return { difference, growth, total: open.reduce((n, l) => n + l.amount, 0) + difference, text };
};

function Difference({ order }: { order: OrderDetail }) {
  const [lines, added] = useWatch({ name: ["lines", "added"] }) as [
    Changed[],
    LineValues[] | undefined,
  ];
  const { difference, growth, total, text } = meaning(order, lines, added ?? []);
  return (
    <Panel title="What the change means">
      <Facts>
        <Fact label="Before">{formatCents(order.amount)}</Fact>
        <Fact label="After">{formatCents(total)}</Fact>
        <Fact label="Difference">{formatCents(difference)}</Fact>
        <Fact label="Grows by">
          <span className="font-semibold">{formatCents(growth)}</span>
        </Fact>
      </Facts>
      <p className="mt-3 text-t2">{text}</p>
    </Panel>
  );
}

/** What the order is compared by once the change applies. */
const likeOf = (order: OrderDetail, lines: readonly Changed[], added: readonly LineValues[]) => {
  const all = [
    ...openLines(order).flatMap((l, i) =>
      lines[i]?.cancelled
        ? []
        : [{ code: l.commodityCode, accounts: l.splits.map((s) => s.accountStringId) }],
    ),
    ...added.map((l) => ({
      code: l.commodityCode,
      accounts: l.splits.map((s) => s.accountStringId).filter(Boolean),
    })),
  ];
  const accounts = (of: typeof all) => [...new Set(of.flatMap((l) => l.accounts))];
  return {
    codes: [...new Set(all.flatMap((l) => l.code || []))],
    accounts: accounts(all),
    uncoded: accounts(all.filter((l) => !l.code)),
  };
};

/** How it is bought where the total grows, as a new order of that size says. */
function Bought({ order }: { order: OrderDetail }) {
  const [lines, added] = useWatch({ name: ["lines", "added"] }) as [
    Changed[],
    LineValues[] | undefined,
  ];
  const { difference, total } = meaning(order, lines, added ?? []);
  return difference > 0 ? (
    <FormSection title="How it is bought">
      <GrownMethod
        orderId={order.id}
        purchase={{ amount: total, like: likeOf(order, lines, added ?? []) }}
      />
    </FormSection>
  ) : null;
}

// Lines that become less are for the buyer to find among those that stand.
const addedOf = (drafted: DraftedChange): LineValues[] =>
  drafted.lines
    .filter((line) => line.cents > 0)
    .map((line) => ({
      ...blankLine(),
      description: line.description,
      ...lumpSum,
      quantity: (line.cents / 100).toFixed(2),
    }));

const promisedWith = (order: OrderDetail, drafted: DraftedChange | null) =>
  order.promisedOn && drafted ? addDays(order.promisedOn, drafted.days) : order.promisedOn;

const toForm = (order: OrderDetail, drafted: DraftedChange | null = null): Values => ({
  reason: drafted?.because ?? "",
  promisedOn: promisedWith(order, drafted),
  departmentId: order.departmentId,
  added: drafted ? addedOf(drafted) : [],
  method: "",
  methodReason: "",
  lines: openLines(order).map((l) => ({
    id: l.id,
    quantity: plainDecimal(l.quantity),
    unitPrice: plainDecimal(l.unitPrice, 2),
    cancelled: false,
  })),
});

const isChanged = (l: Changed, was: OrderDetail["lines"][number] | undefined) =>
  was !== undefined &&
  (l.cancelled ||
    Number(l.quantity) !== Number(was.quantity) ||
    Number(l.unitPrice) !== Number(was.unitPrice));

// A lump sum is changed as an amount; its price is one for good.
function Becomes({ line, at }: { line: OrderDetail["lines"][number]; at: number }) {
  const quantity = `lines.${at}.quantity`;
  return isLumpSum(line) ? (
    <QuantityField name={quantity} label="Amount, $" decimals={2} least={2} required />
  ) : (
    <FormRow>
      <QuantityField name={quantity} label="Quantity" unit={line.unit} required />
      <QuantityField name={`lines.${at}.unitPrice`} label="Unit price, $" least={2} required />
    </FormRow>
  );
}

/**
 * Only changed lines are sent; the server's errors count those alone, and belong to the fields of
 * the form.
 */
const onForm = (error: unknown, sent: readonly number[]): unknown =>
  !(error instanceof ApiProblem)
    ? error
    : new ApiProblem(error.status, {
        ...error.extra,
        errors: error.errors.map((each) => ({
          ...each,
          path: each.path
            .replace(/^lines\.(\d+)(?:\.id)?/, (_, at: string) => `lines.${sent[Number(at)] ?? at}`)
            .replace(/^(added\.\d+\.)commodityCode/, "$1commodityId"),
        })),
      });

/**
 * Changes an issued order: quantities, prices, cancelled lines, added lines, the promised date. The
 * vendor gets the new version.
 */
export default function OrderChange() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useOpened<OrderDetail>("/api/v1/purchase-orders", id);
  const change = useMutationAction("purchase-orders");
  const [query] = useSearchParams();
  const drafts = useDraftedChanges(id);
  if (record.isPending || drafts.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel error={record.error} what="This order" onRetry={() => void record.refetch()} />
    );
  const order = record.record;
  const drafted = drafts.data?.items.find((each) => each.id === query.get("draft")) ?? null;
  const open = openLines(order);
  const back = () => void navigate(pathTo("order", { id }));
  const send = async (v: Values) => {
    const sent = v.lines.flatMap((l, i) => (isChanged(l, open[i]) ? [i] : []));
    const grows = meaning(order, v.lines, v.added ?? []).difference > 0;
    const { method, methodReason } = grows && v.method ? v : { method: null, methodReason: "" };
    const body = {
      reason: v.reason,
      method,
      methodReason,
      draftId: drafted?.id ?? null,
      promisedOn: v.promisedOn && v.promisedOn !== order.promisedOn ? v.promisedOn : null,
      added: toLines(v.added ?? []),
      lines: sent.map((i) => v.lines[i]),
    };
    await change
      .mutateAsync({
        path: `/api/v1/purchase-orders/${id}/actions/change`,
        body,
        version: order.version,
      })
      .catch((error: unknown) => {
        throw onForm(error, sent);
      });
    back();
  };
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Change order</h1>
        <p className="text-t2">
          <span className="mono">{order.number}</span> · version {order.revision} · {order.vendor}
        </p>
      </div>
      <Form<Values>
        formKey={`order-change-${id}${drafted ? `-${drafted.id}` : ""}`}
        defaultValues={toForm(order, drafted)}
        version={order.version}
        conflict={record.conflictOf(toForm)}
        submitLabel="Send the change"
        wide
        onCancel={back}
        onSubmit={send}
      >
        {open.map((l, i) => (
          <Panel
            key={l.id}
            title={l.description}
            aside={
              <span className="text-t2">
                {isLumpSum(l) && `Lump sum ${muchOf(l, l.quantity)}; `}
                {muchOf(l, l.receivedQuantity)} received, {muchOf(l, l.invoicedQuantity)} invoiced
              </span>
            }
          >
            <Becomes line={l} at={i} />
            <CheckboxField name={`lines.${i}.cancelled`} label="Cancel this line" />
          </Panel>
        ))}
        <FormSection title="Added lines">
          <p className="text-t2">
            What the order did not have yet, and the accounts that pay for it.
          </p>
          <LineEditor list="added" least={0} total="Added" />
        </FormSection>
        <DateField name="promisedOn" label="Promised on" />
        <ReasonField label="Why it changes" maxLength={1000} />
        <Difference order={order} />
        <Bought order={order} />
      </Form>
    </div>
  );
}
