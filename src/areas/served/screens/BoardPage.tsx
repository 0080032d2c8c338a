import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { StageBoard } from "#areas/procurement/procurement.ui.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

type Column = { id: string; count: number; amount: number | null };

const findingOf = (columns: readonly Column[]): FindingPart[] => {
  const of = (id: string) => columns.find((column) => column.id === id) ?? { count: 0, amount: 0 };
  const [requested, toBill, overdue] = [of("requested"), of("toBill"), of("overdue")];
  return [
    ...(requested.count
      ? [
          {
            text: `${counted(requested.count, "request")} without an answer`,
            to: `${pathTo("clientRequests")}?status=requested`,
          },
        ]
      : []),
    ...(toBill.count
      ? [
          {
            text: `${counted(toBill.count, "request")} done and not billed`,
            to: `${pathTo("clientRequests")}?status=to_bill`,
          },
        ]
      : []),
    ...(overdue.count
      ? [
          {
            text: `${counted(overdue.count, "bill")} late, ${formatCents(overdue.amount ?? 0)}`,
            to: `${pathTo("clientBills")}?late=true`,
          },
        ]
      : []),
  ];
};

type Drafted = { bills: { id: string; number: string }[] };

/** Work for clients, from the request to the money; drafts the bills of what is done. */
export default function BoardPage() {
  const navigate = useNavigate();
  const board = useGet<{ columns: Column[] }>("client-bills", "/api/v1/client-board");
  const send = useMutationAction<Drafted>("client-bills", "client-requests", "clients");
  const due = board.data?.columns.find(({ id }) => id === "toBill")?.count ?? 0;
  const billDue = async () => {
    try {
      const { bills } = await send.mutateAsync({ path: "/api/v1/client-bills/actions/bill-due" });
      const [first] = bills;
      if (!first) return notify.done("Nothing is due", "All work that is done is on a bill.");
      notify.done("Drafted", bills.map(({ number }) => number).join(", "));
      void navigate(
        bills.length === 1
          ? pathTo("clientBill", { id: first.id })
          : `${pathTo("clientBills")}?status=draft,approved`,
      );
    } catch (error) {
      notify.failed("No bill was drafted", error);
    }
  };
  return (
    <StageBoard
      title="Customer management"
      noun="client-bills"
      path="/api/v1/client-board"
      departments={false}
      action={
        <Held permission="served.write" what="Bill what is due">
          <button
            type="button"
            className="btn btn-primary"
            disabled={due === 0}
            onClick={() => void billDue()}
          >
            Bill what is due
          </button>
        </Held>
      }
      finding={
        board.data && (
          <Finding
            parts={findingOf(board.data.columns)}
            none="Nothing waits: every request is answered, done work is billed, no bill is late."
          />
        )
      }
    />
  );
}
