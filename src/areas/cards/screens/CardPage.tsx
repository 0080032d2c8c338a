import { Pencil } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { cardCycleOfLife, cardStatuses } from "../card/card.labels.ts";
import type { CardDetail } from "../card/card.model.ts";
import { LinesTable } from "./LinesTable.tsx";

const CardDialog = dialogOnDemand(async () => (await import("./CardDialog.tsx")).CardDialog);

const look = {
  statuses: cardStatuses,
  course: cardCycleOfLife.course,
  actions: cardCycleOfLife.actions,
};

const partsOf = ({ openLines, findings }: CardDetail) => [
  ...(openLines > 0
    ? [{ text: `${counted(openLines, "line waits", "lines wait")} for its holder` }]
    : []),
  ...(findings > 0 ? [{ text: `${counted(findings, "finding is", "findings are")} open` }] : []),
];
const saidOf = (card: CardDetail): string => {
  if (card.status === "active") return "Nothing waits.";
  return `It is ${cardStatuses[card.status].label.toLowerCase()}: ${card.statusReason}`;
};

function Card({ card }: { card: CardDetail }) {
  return (
    <div className="stack">
      <Finding parts={card.status === "active" ? partsOf(card) : []} none={saidOf(card)} />
      <Panel title="Card">
        <Facts
          rows={[
            ["Ends in", card.lastFour],
            ["Bank", card.bankName],
            ["Limit of a purchase", formatCents(card.perPurchase)],
            ["Limit of a cycle", formatCents(card.perCycle)],
            ["Buys in", card.groupNames.join(", ") || "All categories that are not blocked"],
            [
              "Default account",
              <span key="account" className="mono">
                {card.accountCode}
              </span>,
            ],
            ["Approver", card.approverName],
            ["Administrator", card.administratorName],
            ["Ends on", card.endsOn && formatDate(card.endsOn)],
          ]}
        />
      </Panel>
      <section className="grid gap-3">
        <h2>Lines</h2>
        <LinesTable fixed={`cardId=${card.id}`} />
      </section>
    </div>
  );
}

const tabs: readonly RecordTab<CardDetail>[] = [
  { id: "card", label: "Card", content: (card) => <Card card={card} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="purchaseCard" objectId={id} />
        <Comments objectType="purchaseCard" objectId={id} />
      </>
    ),
  },
];

/** A card: who holds it, what it buys, and its lines. */
export default function CardPage() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  const [changing, setChanging] = useState<CardDetail | null>(null);
  const own = { id: me?.person.id ?? "", name: me?.person.displayName ?? "" };
  return (
    <>
      <RecordPage<CardDetail>
        path="/api/v1/purchase-cards"
        id={id}
        lifecycle={look}
        title={({ holderName }) => holderName}
        subtitle={({ lastFour, bankName }) => `Ends in ${lastFour}, ${bankName}`}
        owner={({ administratorName }) => administratorName}
        tabs={tabs}
        extraActions={(card) =>
          card.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  onSelect: () => setChanging(card),
                },
              ]
            : []
        }
      />
      {changing && <CardDialog card={changing} me={own} onClose={() => setChanging(null)} />}
    </>
  );
}
