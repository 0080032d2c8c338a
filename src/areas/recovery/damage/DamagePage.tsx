import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Sight } from "#areas/places/places.ui.tsx";
import { ProjectField } from "../fields.tsx";
import { categories } from "../law/categories.labels.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { damageCycle } from "./damage.labels.ts";
import type { DamageDetail } from "./damage.model.ts";
import { DamageFields, damageBody, type DamageValues } from "./DamageFields.tsx";

const valuesOf = (d: DamageDetail): DamageValues => ({
  declarationId: d.declarationId,
  title: d.title,
  location: d.location,
  latitude: d.latitude === null ? "" : String(d.latitude),
  longitude: d.longitude === null ? "" : String(d.longitude),
  category: d.category,
  cause: d.cause,
  occurredOn: d.occurredOn,
  responsibility: d.responsibility,
  dimensions: d.dimensions,
  estimateCents: d.estimateCents,
  insured: d.insured,
  floodZone: d.floodZone,
  otherAgency: d.otherAgency,
});

function Said({ d }: { d: DamageDetail }) {
  return (
    <>
      <Sight
        id={d.id}
        name={d.title}
        about={d.location}
        latitude={d.latitude}
        longitude={d.longitude}
        photoId={d.photoId}
      />
      <Facts
        rows={[
          ["Category", categories[d.category]],
          ["Cause", d.cause],
          ["Legally responsible", d.responsibility],
          ["Dimensions", d.dimensions],
          [
            "Place",
            d.latitude === null ? d.location : `${d.location} (${d.latitude}, ${d.longitude})`,
          ],
          ["Insured", d.insured ? "Yes" : "No"],
          ["Flood zone", d.floodZone ? "Yes" : "No"],
          ["Other federal agency", d.otherAgency],
          ["Entered by", d.reportedBy],
          [
            "Inspected",
            d.inspectedOn && `${formatDate(d.inspectedOn)} by ${d.inspectedBy ?? "somebody"}`,
          ],
          [
            "Project",
            d.projectId && <Link to={pathTo("paProject", { id: d.projectId })}>{d.project}</Link>,
          ],
          ["Why", d.statusReason],
        ]}
      />
      {d.disagreements.length > 0 && (
        <ul className="checks" aria-label="Where photographs disagree">
          {d.disagreements.map((m) => (
            <li key={m} className="warn">
              {m}
            </li>
          ))}
        </ul>
      )}
      {d.missing.length > 0 && (
        <Panel title="Missing before it is documented">
          <ul className="checks">
            {d.missing.map((m) => (
              <li key={m} className="warn">
                {m}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {d.similar.length > 0 && (
        <Panel title="May be the same damage: same cause and place">
          <ul className="grid gap-1">
            {d.similar.map((s) => (
              <li key={s.id}>
                <Link className="underline" to={pathTo("paDamage", { id: s.id })}>
                  {s.number}
                </Link>{" "}
                {s.title}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Dialogs({
  open,
  d,
  onClose,
}: {
  open: "change" | "project" | "out" | "duplicate";
  d: DamageDetail;
  onClose: () => void;
}) {
  const path = `/api/v1/pa-damage/${d.id}`;
  const nouns = ["pa-damage", "pa-projects"];
  if (open === "change")
    return (
      <PostDialog
        title={`Correct ${d.number}`}
        path={path}
        method="PATCH"
        version={d.version}
        submit="Save"
        nouns={nouns}
        values={valuesOf(d)}
        bodyOf={damageBody}
        onClose={onClose}
      >
        <DamageFields />
      </PostDialog>
    );
  if (open === "duplicate")
    return (
      <PostDialog
        title={`${d.number} is the same damage as another`}
        description="It leaves the list. Its photographs stay with it."
        path={`${path}/actions/markDuplicate`}
        version={d.version}
        submit="Mark as duplicate"
        nouns={nouns}
        values={{ duplicateOf: d.similar[0]!.id, reason: "Same place and cause" }}
        onClose={onClose}
      >
        <p>
          It is the same as {d.similar[0]!.number}, {d.similar[0]!.title}.
        </p>
      </PostDialog>
    );
  return (
    <PostDialog
      title={
        open === "out" ? `Take ${d.number} out of its project` : `Put ${d.number} into a project`
      }
      description="A project holds damage of one category of its declaration."
      path={`${path}/project`}
      submit={open === "out" ? "Take out" : "Put in"}
      nouns={nouns}
      values={{ projectId: "" }}
      bodyOf={(v) => ({ projectId: open === "out" ? null : v.projectId })}
      onClose={onClose}
    >
      {open === "project" && (
        <ProjectField query={`declarationId=${d.declarationId}&category=${d.category}&open=true`} />
      )}
    </PostDialog>
  );
}

/** Damage of the list, with its photographs and what it lacks. */
export default function DamagePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<"change" | "project" | "out" | "duplicate" | null>(null);
  const [shown, setShown] = useState<DamageDetail | null>(null);
  const begin = (d: DamageDetail, which: NonNullable<typeof open>) => () => {
    setShown(d);
    setOpen(which);
  };
  return (
    <>
      <RecordPage<DamageDetail>
        path="/api/v1/pa-damage"
        id={id}
        lifecycle={damageCycle}
        title={(d) => d.title}
        subtitle={(d) => `${d.location}, ${formatDate(d.occurredOn)}, ${d.declaration}`}
        amountCents={(d) => d.estimateCents}
        ownActions={["markDuplicate"]}
        extraActions={(d) =>
          ["reported", "inspected", "documented"].includes(d.status)
            ? [
                ...(can("recovery.inspect")
                  ? [{ label: "Correct", onSelect: begin(d, "change") }]
                  : []),
                ...(!can("recovery.edit")
                  ? []
                  : [
                      d.projectId
                        ? { label: "Remove from its project", onSelect: begin(d, "out") }
                        : { label: "Put into a project", onSelect: begin(d, "project") },
                    ]),
                ...(can("recovery.edit") && d.similar.length && !d.projectId
                  ? [{ label: "Same damage as another", onSelect: begin(d, "duplicate") }]
                  : []),
              ]
            : []
        }
        tabs={[
          { id: "damage", label: "Damage", content: (d) => <Said d={d} /> },
          {
            id: "photos",
            label: "Photographs",
            content: (d) => <Attachments objectType="paDamage" objectId={d.id} />,
          },
        ]}
      />
      {open && shown && <Dialogs open={open} d={shown} onClose={() => setOpen(null)} />}
    </>
  );
}
