import type { FlowEdge, FlowNode, Who } from "../definition/flow.labels.ts";
import type { FlowInput } from "../definition/flow.model.ts";

const way = (from: string, to: string, more: Partial<FlowEdge> = {}): FlowEdge => ({
  from,
  to,
  when: null,
  outcome: null,
  ...more,
});
const open = ["issued", "acknowledged", "partly_received"];

/** Three business days behind the promised day the yard asks the vendor, unless the goods came. */
export const lateOrder = (who: Who): FlowInput => ({
  name: "Order three days late",
  about:
    "Asks the vendor as soon as an order is three business days late, before crews stand idle.",
  kind: "flow",
  nodes: [
    {
      id: "start",
      label: "An order goes out",
      kind: "start",
      trigger: {
        on: "record",
        noun: "purchaseOrder",
        action: "issue",
        when: { "!=": [{ var: "promisedOn" }, null] },
      },
    },
    {
      id: "late",
      label: "Three business days behind the promised day",
      kind: "timer",
      timer: { by: "date", field: "promisedOn", days: 3, business: true },
    },
    { id: "came", label: "Has it come?", kind: "condition" },
    {
      id: "tell",
      label: "Tell the yard",
      kind: "notice",
      who,
      subject: "{number} is three days late",
      text: "It was promised for {promisedOn}.",
      mail: false,
    },
    {
      id: "ask",
      label: "Ask the vendor when {number} comes",
      kind: "task",
      who,
      detail: "Write down the new day in the order.",
      dueDays: 2,
    },
    { id: "asked", label: "Asked", kind: "end", outcome: "The vendor was asked" },
    { id: "there", label: "It came", kind: "end", outcome: "Came in time" },
  ],
  edges: [
    way("start", "late"),
    way("late", "came"),
    way("came", "tell", {
      when: { or: open.map((status) => ({ "==": [{ var: "status" }, status] })) },
    }),
    way("came", "there"),
    way("tell", "ask"),
    way("ask", "asked"),
  ],
});

const start = (form: string): FlowNode => ({
  id: "start",
  label: "A permit is approved",
  kind: "start",
  trigger: {
    on: "record",
    noun: "formSubmission",
    action: "approve",
    when: { "==": [{ var: "form" }, form] },
  },
});

/** An approved road closure waits until its day comes, and then reminds crew and applicant. */
export const closureDay = (form: string, who: Who): FlowInput => ({
  name: "Road closure comes",
  about: "Reminds the crew and the applicant on the day before a road is closed.",
  kind: "flow",
  nodes: [
    start(form),
    {
      id: "eve",
      label: "The day before the closure",
      kind: "timer",
      timer: { by: "date", field: "answers.from", days: -1, business: false },
    },
    {
      id: "crew",
      label: "Tell the crew",
      kind: "notice",
      who,
      subject: "Tomorrow: {answers.road} is closed",
      text: "Put out the barriers and the signs of the detour: {answers.detour}",
      mail: false,
    },
    {
      id: "applicant",
      label: "Tell the applicant",
      kind: "notice",
      who: { kind: "starter" },
      subject: "Your road closure begins tomorrow",
      text: "{answers.road} is closed from {answers.from} on, as {number} says.",
      mail: true,
    },
    { id: "end", label: "Everybody knows", kind: "end", outcome: "Everybody knows" },
  ],
  edges: [
    way("start", "eve"),
    way("eve", "crew"),
    way("crew", "applicant"),
    way("applicant", "end"),
  ],
});

/** A rule of one condition: large invoices are looked at by whoever pays. */
export const largeInvoice = (who: Who): FlowInput => ({
  name: "Large invoices are looked at",
  about: "",
  kind: "rule",
  nodes: [
    {
      id: "start",
      label: "When",
      kind: "start",
      trigger: { on: "record", noun: "invoice", action: "create", when: null },
    },
    { id: "if", label: "If", kind: "condition" },
    {
      id: "then",
      label: "{number} is over $50,000",
      kind: "notice",
      who,
      subject: "{number} is over $50,000",
      text: "",
      mail: false,
    },
    { id: "done", label: "Done", kind: "end", outcome: "Done" },
    { id: "not", label: "Does not hold", kind: "end", outcome: "Did not hold" },
  ],
  edges: [
    way("start", "if"),
    way("if", "then", { when: { ">": [{ var: "total" }, 50_000_00] } }),
    way("if", "not"),
    way("then", "done"),
  ],
});
