import { useSearchParams } from "react-router";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { captureKinds, captureStatuses } from "../../capture/capture.labels.ts";
import type { CaptureRow } from "../../capture/capture.model.ts";
import { CaptureView, kindLabel } from "./CaptureView.tsx";
import { PeekLink } from "./PeekLink.tsx";

const captures = "/api/v1/field/captures";
const newest = `${captures}?latitude.min=-90&sort=-receivedAt&limit=200`;
const countOf = (query: string) => `${captures}?${query}&limit=1`;

const columns: readonly Column<CaptureRow>[] = [
  {
    ...{ id: "number", label: "Number", kind: "plate", value: (row) => row.number },
    cell: ({ id, number }) => <PeekLink id={id} number={number} />,
  },
  { id: "kind", label: "What", kind: "text", title: true, value: (row) => kindLabel(row.kind) },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: captureStatuses },
    value: (row) => row.status,
  },
  { id: "person", label: "Who", kind: "text", value: (row) => row.person },
  { id: "device", label: "Device", kind: "text", value: (row) => row.device },
  { id: "happenedAt", label: "Captured", kind: "instant", value: (row) => row.happenedAt },
  { id: "receivedAt", label: "Received", kind: "instant", value: (row) => row.receivedAt },
  {
    ...{ id: "photosWanted", label: "Photos", kind: "text" },
    value: ({ photosReceived, photosWanted }) =>
      photosWanted === 0 ? null : `${photosReceived} of ${photosWanted}`,
  },
  {
    ...{ id: "appliedNumber", label: "Record", kind: "text" },
    value: (row) => row.appliedNumber || null,
  },
];
const filters: readonly Filter[] = [
  {
    ...{ id: "status", label: "Status", kind: "set", pinned: true },
    options: options(captureStatuses),
  },
  { id: "kind", label: "What", kind: "set", pinned: true, options: options(captureKinds) },
  { id: "photos", label: "Waiting for photos", kind: "flag", pinned: true },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "happenedAt", label: "Captured", kind: "day" },
];

const tab = "/mobile-field-operations?tab=received";

const partsOf = (total: number, photos: number, review: number): FindingPart[] => [
  ...(total > 0 ? [{ text: `${counted(total, "capture")} came in` }] : []),
  ...(photos > 0
    ? [
        {
          text: `${counted(photos, "waits", "wait")} for photos`,
          to: `${tab}&photos=true`,
        },
      ]
    : []),
  ...(review > 0
    ? [
        {
          text: `${counted(review, "waits", "wait")} for a decision`,
          to: "/mobile-field-operations?tab=review",
        },
      ]
    : []),
];

function Where() {
  const { data } = useGet<ListAnswer<CaptureRow>>(captures, newest);
  const placed = (data?.items ?? []).filter(({ latitude }) => latitude !== null);
  if (placed.length === 0) return null;
  return (
    <section className="grid gap-2" aria-label="Where it was captured">
      <AgencyMap
        label="Captures"
        points={placed.map(({ id, number, kind, latitude, longitude, accuracy }) => ({
          ...{ id, label: number, about: kindLabel(kind), href: `${tab}&peek=${id}` },
          ...{ latitude: latitude!, longitude: longitude!, accuracy: accuracy ?? 0 },
        }))}
        alone
        near
      />
    </section>
  );
}

/** Everything that came in from the field: where on the map, then as a list. */
export function ReceivedDesk() {
  const [search] = useSearchParams();
  const all = useGet<ListAnswer<CaptureRow>>(captures, countOf("sort=-receivedAt"));
  const photos = useGet<ListAnswer<CaptureRow>>(captures, countOf("photos=true"));
  const review = useGet<ListAnswer<CaptureRow>>(captures, countOf("status=in_review"));
  return (
    <div className="grid gap-6 pt-4" data-peeked={search.has("peek")}>
      <Finding
        parts={partsOf(all.data?.total ?? 0, photos.data?.total ?? 0, review.data?.total ?? 0)}
        none="Nothing came in from the field yet."
      />
      <Where />
      <section className="grid gap-3">
        <h2>Received</h2>
        <DataTable<CaptureRow>
          name="field-captures"
          title="Captures"
          path={captures}
          columns={columns}
          filters={filters}
          defaultSort="-receivedAt"
          exportable
          embedded
          peek={(row) => <CaptureView id={row.id} />}
          empty={{
            title: "Nothing captured yet",
            text: "A crew enrolls a phone under Mobile app; what it records comes in here.",
          }}
        />
      </section>
    </div>
  );
}
