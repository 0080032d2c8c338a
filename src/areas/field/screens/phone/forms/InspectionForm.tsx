import { useEffect, useMemo, useRef, useState } from "react";
import type { Asked } from "#areas/forms/forms.public.ts";
import { FormFiller } from "#areas/forms/forms.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import type { PacketItem } from "../../../store/packet.ts";
import { keepPhoto, photoFile, photosOf, type HeldPhoto } from "../../../store/photos.ts";
import { fieldNow } from "../../../store/state.ts";
import { draftOf, useSave } from "../CaptureForm.tsx";
import { sealingKeeper, useOpenedDraft } from "../SealedDraft.tsx";
import { placeSaid, usePlace } from "../usePlace.ts";

const lookEveryMs = 500;

const formFile = ({ id, photo }: HeldPhoto, question = "") => ({
  id,
  question,
  name: photo.name,
  size: photo.bytes,
  mediaType: photo.mediaType,
  held: null,
});

const withStore = () => {
  const { open } = fieldNow();
  if (!open) throw new Error("Open this device first.");
  return open;
};

/** Photos of questions lie in the store. */
const sealedDoor = (draft: string) => ({
  originals: true,
  upload: async (file: File, question: string) =>
    formFile(await keepPhoto(withStore(), draft, file), question),
  read: async (id: string) => {
    const held = (await photosOf(withStore(), draft)).find((one) => one.id === id);
    const file = held && (await photoFile(withStore(), held));
    if (!file) throw new Error("The photo is not on this device any more.");
    return new Uint8Array(await file.arrayBuffer());
  },
});

/** Answers as they are captured: a photo is named by the hash of its bytes. */
const byHash = async (draft: string, answers: Record<string, unknown>) => {
  const held = await photosOf(withStore(), draft);
  const hashes = new Map<unknown, string>(held.map(({ id, photo }) => [id, photo.sha256]));
  return Object.fromEntries(
    Object.entries(answers).map(([key, given]) => [
      key,
      Array.isArray(given) ? given.map((one: unknown) => hashes.get(one) ?? one) : given,
    ]),
  );
};

const useHeldPhotos = (draft: string): readonly HeldPhoto[] | null => {
  const [held, setHeld] = useState<readonly HeldPhoto[] | null>(null);
  useEffect(() => {
    let here = true;
    const { open } = fieldNow();
    if (open) void photosOf(open, draft).then((found) => here && setHeld(found));
    return () => {
      here = false;
    };
  }, [draft]);
  return held;
};

type Reads = { current: (() => Record<string, unknown>) | null };

/** Keeps the answers of a filler sealed while they are typed. */
const useKeptAnswers = (draft: string, reads: Reads, ready: boolean) => {
  useEffect(() => {
    if (!ready) return;
    const keeper = sealingKeeper(draft, () => reads.current?.() ?? {});
    const timer = setInterval(keeper.keep, lookEveryMs);
    document.addEventListener("visibilitychange", keeper.keep);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", keeper.keep);
      keeper.end();
    };
  }, [draft, reads, ready]);
};

interface FilledFormProps {
  item: PacketItem;
  asked: Asked;
  begun: Readonly<Record<string, unknown>>;
  /** What is captured, from the answers. */
  values: (answers: Record<string, unknown>) => Record<string, unknown>;
  seen?: Record<string, unknown>;
  /** The record that it is about; null where a new one comes of it. */
  about?: { id: string; version: number } | null;
}

function OneFilledForm({
  item,
  asked,
  begun,
  values,
  seen = {},
  about = { id: item.id, version: item.version },
  onSaved,
}: FilledFormProps & { onSaved: () => void }) {
  const subject = { kind: item.kind, title: item.title, record: about, seen };
  const draft = draftOf(subject, item.id);
  const found = useOpenedDraft(draft);
  const held = useHeldPhotos(draft);
  const at = usePlace();
  const save = useSave(subject, draft, at, onSaved);
  const door = useMemo(() => sealedDoor(draft), [draft]);
  const reads = useRef<(() => Record<string, unknown>) | null>(null);
  const ready = found !== undefined && held !== null;
  useKeptAnswers(draft, reads, ready);
  const files = useMemo(() => (held ?? []).map((one) => formFile(one)), [held]);
  const known = useMemo(() => ({ ...begun, ...found?.values }), [begun, found]);
  if (!ready) return <RecordSkeleton />;
  return (
    <>
      <p className="mb-4 text-13 text-t3">{placeSaid(at)}</p>
      <FormFiller
        form={asked}
        begun={known}
        door={door}
        files={files}
        draftKey={null}
        sendLabel="Save on this device"
        typedNowRef={reads}
        onSend={async (answers) => save(values(await byHash(draft, answers)))}
      />
    </>
  );
}

/** A form of the product's own kind, filled in without a line: an inspection's checklist, a form of staff. */
export function FilledForm(props: FilledFormProps) {
  const [round, setRound] = useState(0);
  return <OneFilledForm key={round} {...props} onSaved={() => setRound((old) => old + 1)} />;
}

type Inspection = {
  number: string;
  status: string;
  about: string;
  citation: string;
  asset: string | null;
  location: string;
  pages: Asked["pages"];
  answers: Record<string, unknown>;
};

/** An inspection by the version of its checklist that the packet holds. */
export function InspectionForm({ item }: { item: PacketItem }) {
  const inspection = item.data as unknown as Inspection;
  const asked = useMemo(() => ({ pages: inspection.pages }), [inspection.pages]);
  return (
    <>
      <Facts
        rows={[
          ["Asset", inspection.asset],
          ["Where", inspection.location],
          ["By", inspection.citation],
          ["About", inspection.about],
        ]}
      />
      <FilledForm
        item={item}
        asked={asked}
        begun={inspection.answers}
        seen={{ status: inspection.status, answers: inspection.answers }}
        values={(answers) => ({ answers })}
      />
    </>
  );
}
