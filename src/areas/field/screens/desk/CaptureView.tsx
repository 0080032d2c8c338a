import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { keyInWords } from "#kernel/words.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ActionBar } from "#web/kit/record/ActionBar.tsx";
import { Facts, type FactRows } from "#web/kit/record/Facts.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { captureKinds, captureStatuses, type CaptureKind } from "../../capture/capture.labels.ts";
import type { CaptureDetail, ShownPhoto } from "../../capture/capture.model.ts";
import { recordHref } from "./recordHref.ts";
import { shownField } from "./shown.ts";

const CorrectDialog = dialogOnDemand(
  async () => (await import("./CorrectDialog.tsx")).CorrectDialog,
);

/** What a kind of capture is called; a kind that is not known by its own name. */
export const kindLabel = (kind: string): string =>
  captureKinds[kind as CaptureKind]?.label ?? keyInWords(kind);

function Compared({ capture }: { capture: CaptureDetail }) {
  // What is new was not seen before, and does not stand.
  const fresh = capture.recordId === null;
  const seenAs = "As it was seen";
  const givenAs = capture.corrected ? "Corrected" : "As captured";
  const nowAs = capture.recordNumber ? `${capture.recordNumber} now` : "Now";
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Seen, captured, now">
      <table className="ledger compared">
        <thead>
          <tr>
            <th scope="col">What</th>
            {!fresh && <th scope="col">{seenAs}</th>}
            <th scope="col">{givenAs}</th>
            {!fresh && <th scope="col">{nowAs}</th>}
          </tr>
        </thead>
        <tbody>
          {capture.compared.map(({ field, seen, given, now, error }) => (
            <tr key={field}>
              <th scope="row">{keyInWords(field)}</th>
              {!fresh && <td data-as={seenAs}>{shownField(field, seen)}</td>}
              <td data-as={givenAs}>
                {shownField(field, given)}
                {error && <p className="field-error">{error}</p>}
              </td>
              {!fresh && <td data-as={nowAs}>{shownField(field, now)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const takenOf = (photo: ShownPhoto): string => {
  if (photo.takenAt === null) return "The camera wrote no time.";
  const zone = photo.takenZone === null ? "without a zone" : photo.takenZone;
  return `Camera: ${photo.takenAt.replace("T", " ")}, ${zone}`;
};

function Photos({ photos }: { photos: readonly ShownPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3>Photos</h3>
      <ul className="grid gap-4 sm:grid-cols-2">
        {photos.map((photo) => (
          <li key={photo.id} className="grid gap-1 content-start">
            {photo.fileId ? (
              <Thumbnail fileId={photo.fileId} alt={photo.name} />
            ) : (
              <p className="text-t2">{photo.name} has not come yet.</p>
            )}
            {photo.fileId && <p className="text-13 text-t2">{takenOf(photo)}</p>}
            {photo.flags.map((flag) => (
              <p key={flag} className="text-13 text-warning">
                {flag}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const factsOf = (capture: CaptureDetail, zone: string): FactRows => [
  ["About", capture.recordNumber],
  ["Who", capture.person],
  ["Device", `${capture.device}, number ${capture.captureNo}`],
  ["Captured", formatInstant(capture.happenedAt, zone)],
  ["Came in", formatInstant(capture.receivedAt, zone)],
  ["Clock and place", capture.flags.join("\n")],
  ["Settled by", capture.settledBy],
  ["Reason", capture.statusReason],
  ["Corrected by", capture.correctedBy],
];

function Where({ capture }: { capture: CaptureDetail }) {
  const { latitude, longitude, accuracy } = capture;
  if (latitude === null || longitude === null)
    return <p className="text-13 text-t2">It has no place.</p>;
  return (
    <AgencyMap
      label={`Where ${capture.number} was captured`}
      points={[
        {
          ...{ id: capture.id, label: capture.number, about: kindLabel(capture.kind) },
          href: `/mobile-field-operations?tab=review&capture=${capture.id}`,
          ...{ latitude, longitude, accuracy: accuracy ?? 0 },
        },
      ]}
      alone
      near
    />
  );
}

function Head({ capture }: { capture: CaptureDetail }) {
  const href = recordHref(capture);
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h2>
          {kindLabel(capture.kind)} <span className="number">{capture.number}</span>
        </h2>
        <StatusBadge status={capture.status} statuses={captureStatuses} />
      </div>
      {capture.heldWhy && capture.status === "in_review" && <p>{capture.heldWhy}</p>}
      {capture.appliedNumber && (
        <p>
          It is {href ? <Link to={href}>{capture.appliedNumber}</Link> : capture.appliedNumber} now.
        </p>
      )}
    </header>
  );
}

/** A capture: what was seen, captured and stands now beside each other, photos, place and clock, and what can be done. */
export function CaptureView({ id }: { id: string }) {
  const { data: capture, error } = useGet<CaptureDetail>(
    "/api/v1/field/captures",
    `/api/v1/field/captures/${id}`,
  );
  const { timeZone } = useAgency();
  const [correcting, setCorrecting] = useState(false);
  if (error) return <ErrorPanel error={error} what="The capture" />;
  if (!capture) return <RecordSkeleton />;
  return (
    <article className="grid gap-4 min-w-0">
      <Head capture={capture} />
      {capture.status === "in_review" && (
        <ActionBar
          path="/api/v1/field/captures"
          record={capture}
          extra={[{ label: "Correct", onSelect: () => setCorrecting(true) }]}
          entries={[]}
        />
      )}
      <Compared capture={capture} />
      <Photos photos={capture.photos} />
      <div className="grid gap-4 xl:grid-cols-2">
        <Facts rows={factsOf(capture, timeZone)} />
        <Where capture={capture} />
      </div>
      {correcting && <CorrectDialog capture={capture} onClose={() => setCorrecting(false)} />}
    </article>
  );
}
