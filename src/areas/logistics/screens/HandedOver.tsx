import { formatInstant } from "#kernel/dates.ts";
import { markField } from "#kernel/mark.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { GivenProof } from "../proof/proof.model.ts";

const fileOf = (fileId: string) =>
  download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("Not downloaded", error),
  );

const positionWords = ({ latitude, longitude, accuracy }: GivenProof): string =>
  latitude === null || longitude === null
    ? "The phone told none"
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}, ${accuracy === null ? "accuracy not told" : `within ${Math.round(accuracy)} m`}`;

function Signature({ of: p }: { of: GivenProof }) {
  return (
    <svg
      viewBox={`0 0 ${markField.width} ${markField.height}`}
      role="img"
      aria-label={`Signature taken by ${p.driver}`}
      className="h-16 w-auto"
    >
      {p.mark.map((stroke) => (
        <polyline
          key={stroke.join()}
          points={stroke.join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth={4}
        />
      ))}
    </svg>
  );
}

/** What drivers gave by their links, the newest first. `counted` says a count of a line in words. */
export function HandedOver({
  proofs,
  counted,
}: {
  proofs: readonly GivenProof[];
  counted: (count: GivenProof["counts"][number]) => string;
}) {
  const { timeZone } = useAgency();
  return proofs.map((p) => (
    <Panel key={p.id} title="Handed over by the driver">
      <Facts>
        <Fact label="Driver">{p.driver}</Fact>
        <Fact label="By the clock of the phone">{formatInstant(p.deviceAt, timeZone)}</Fact>
        <Fact label="Arrived here">{formatInstant(p.givenAt, timeZone)}</Fact>
        <Fact label="Position">{positionWords(p)}</Fact>
        {p.counts.length > 0 && <Fact label="Counted">{p.counts.map(counted).join(", ")}</Fact>}
        {p.note && <Fact label="Said">{p.note}</Fact>}
        {p.mark.length > 0 && (
          <Fact label="Signature">
            <Signature of={p} />
          </Fact>
        )}
        {p.photoFileId && (
          <Fact label="Photo">
            <button
              type="button"
              className="text-link underline"
              onClick={() => void fileOf(p.photoFileId!)}
            >
              Download the photo
            </button>
          </Fact>
        )}
      </Facts>
    </Panel>
  ));
}
