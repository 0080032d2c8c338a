import { Camera, Images, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { Panel } from "#web/kit/states.tsx";
import { punchCourse, punchCycle, punchStatuses } from "./punch.labels.ts";
import type { PunchDetail } from "./punch.model.ts";

const FinishDialog = dialogOnDemand(async () => (await import("./PunchDialogs.tsx")).FinishDialog);
const PublishDialog = dialogOnDemand(
  async () => (await import("./PunchDialogs.tsx")).PublishDialog,
);

const look = { statuses: punchStatuses, course: punchCourse, actions: punchCycle.actions };
type Of = { item: PunchDetail };

const found = (item: PunchDetail): string => {
  if (item.status === "verified") return `${item.verifier ?? "A former member"} verified it.`;
  if (item.status === "done") return `${item.doneName} says that it is done: look at it.`;
  if (item.status === "dropped") return `It was dropped: ${item.statusReason}`;
  if (item.status === "back") return `It was sent back: ${item.statusReason}`;
  return item.late ? `It was due on ${formatDate(item.dueOn!)}.` : "It is to be done.";
};

function Photos({ item, after }: Of & { after: boolean }) {
  const its = item.photos.filter((photo) => photo.after === after);
  if (its.length === 0)
    return <p className="text-t2">{after ? "Nothing shows it as done yet." : "No photo."}</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {its.map((photo) => (
        <li key={photo.id} className="grid gap-1">
          <Thumbnail fileId={photo.id} alt={photo.name} />
          <span className="text-12 text-t2">
            {photo.name}, {photo.public ? "for publication" : "private"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: Of) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={[]} none={found(item)} />
      <div className="grid gap-5 lg:grid-cols-2">
        <section className="grid content-start gap-3">
          <h2>To be done</h2>
          <Photos item={item} after={false} />
        </section>
        <section className="grid content-start gap-3">
          <h2>Done</h2>
          <Photos item={item} after />
        </section>
      </div>
      <Panel title="Facts">
        <Facts
          rows={[
            ["Place", item.place],
            ["Responsible", item.party],
            [
              "Contract",
              item.contract && (
                <Link
                  className="underline"
                  to={`${pathTo("contract", { id: item.contract.id })}?tab=ceiling`}
                >
                  {item.contract.number} {item.contract.title}
                </Link>
              ),
            ],
            ["Due", item.dueOn && formatDate(item.dueOn)],
            ["Cost to complete", formatCents(item.costToComplete)],
            [
              "Said done",
              item.doneAt && `${item.doneName}, ${formatInstant(item.doneAt, timeZone)}`,
            ],
            ["What was done", item.doneNote],
            [
              "Verified",
              item.verifiedAt && `${item.verifier}, ${formatInstant(item.verifiedAt, timeZone)}`,
            ],
            ["Note", item.note && <span className="whitespace-pre-line">{item.note}</span>],
            [
              "Project",
              <Link
                key="project"
                className="underline"
                to={`${pathTo("project", { id: item.projectId })}?tab=punch`}
              >
                {item.projectNumber} {item.project}
              </Link>,
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

const tabs: readonly RecordTab<PunchDetail>[] = [
  { id: "item", label: "Item", content: (item) => <Item item={item} /> },
  {
    id: "files",
    label: "Files and comments",
    content: (item) => (
      <>
        <Attachments objectType="punchItem" objectId={item.id} />
        <Comments objectType="punchItem" objectId={item.id} />
      </>
    ),
  },
];

type Asked = "finish" | "publish";

const extrasOf = (
  item: PunchDetail,
  can: ReturnType<typeof useAuth>["can"],
  ask: (what: Asked) => void,
): ExtraAction[] => [
  ...(item.actions.some(({ name, enabled }) => name === "finish" && enabled)
    ? [
        {
          label: "Say it is done",
          tone: "primary" as const,
          icon: <Camera aria-hidden="true" />,
          onSelect: () => ask("finish"),
        },
      ]
    : []),
  ...(item.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("punchEdit", { id: item.id }),
        },
      ]
    : []),
  ...(item.photos.length > 0 && can("project.edit")
    ? [
        {
          label: "Photos for publication",
          icon: <Images aria-hidden="true" />,
          onSelect: () => ask("publish"),
        },
      ]
    : []),
];

/** A punch item: what is to be done, what shows that it is, who looked at it. */
export default function PunchPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [asked, setAsked] = useState<{ what: Asked; item: PunchDetail } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage<PunchDetail>
        path="/api/v1/punch-items"
        id={id}
        lifecycle={look}
        title={(item) => item.what}
        subtitle={(item) => [item.place, item.project].filter(Boolean).join(", ")}
        owner={(item) => item.party}
        amountCents={(item) => item.costToComplete}
        amountNote={() => "to complete"}
        ownActions={["finish"]}
        extraActions={(item) => extrasOf(item, can, (what) => setAsked({ what, item }))}
        tabs={tabs}
      />
      {asked?.what === "finish" && <FinishDialog item={asked.item} onClose={close} />}
      {asked?.what === "publish" && <PublishDialog item={asked.item} onClose={close} />}
    </>
  );
}
