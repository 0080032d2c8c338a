import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import type { PacketItem } from "../../store/packet.ts";
import { phoneKinds, type PhoneKind } from "./kinds.tsx";
import { captureOf } from "./TodayTab.tsx";
import { useField } from "./useField.ts";

const mostShown = 50;
const base = "/mobile-field-operations?tab=capture";

function Back() {
  return (
    <Link className="btn btn-quiet" to={base}>
      Something else
    </Link>
  );
}

/** Which of the packet's things: by a word of its title. */
function Choose({ kind, look }: { kind: string; look: PhoneKind }) {
  const { items } = useField();
  const [word, setWord] = useState("");
  const found = items.filter(
    (item) => item.kind === kind && item.title.toLowerCase().includes(word.trim().toLowerCase()),
  );
  return (
    <Panel title={look.choose ?? `Which ${look.label.toLowerCase()}?`}>
      <label className="field mb-3">
        <span className="field-label">Number or word</span>
        <input
          className="field-control"
          type="search"
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </label>
      {found.length === 0 && <p className="text-t2">Nothing on this device is called so.</p>}
      <ul className="field-lines">
        {found.slice(0, mostShown).map((item) => (
          <li key={item.id}>
            <Link className="field-line" to={captureOf(item)}>
              <span className="field-line-title">{item.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="text-13 text-t3">The first {mostShown} are shown. Type a word of it.</p>
      )}
    </Panel>
  );
}

/** What can be recorded: kinds with a thing of the packet, and something new. */
function KindList() {
  const { items } = useField();
  const held = new Set(items.map(({ kind }) => kind));
  const offered = Object.entries(phoneKinds).filter(([kind]) => held.has(kind));
  if (offered.length === 0)
    return (
      <EmptyState kind="first-use" title="Nothing can be recorded yet">
        Your forms and your work come with the first contact, once you are signed in.
      </EmptyState>
    );
  return (
    <Panel title="What do you record?">
      <ul className="field-lines">
        {offered.map(([kind, { label }]) => (
          <li key={kind}>
            <Link className="field-line" to={`${base}&kind=${kind}`}>
              <span className="field-line-title">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function About({ look, item }: { look: PhoneKind; item: PacketItem }) {
  const Form = look.About;
  return (
    Form && (
      <>
        <Back />
        <Panel title={item.title}>
          <Form key={item.id} item={item} />
        </Panel>
      </>
    )
  );
}

/** Record something: choose what, then its form. */
export function CaptureTab() {
  const { items, readable } = useField();
  const [search] = useSearchParams();
  const kind = search.get("kind") ?? "";
  const look = phoneKinds[kind];
  const id = search.get("id");
  const item = items.find((one) => one.kind === kind && one.id === id);
  if (!readable)
    return (
      <EmptyState kind="no-access" title="Sign in to go on">
        So many days have passed since you signed in that your work cannot be read here any more.
        What you recorded stays and is sent once you sign in.
      </EmptyState>
    );
  if (!look) return <KindList />;
  if (look.New)
    return (
      <>
        <Back />
        <Panel title={look.label}>
          <look.New />
        </Panel>
      </>
    );
  if (item) return <About look={look} item={item} />;
  if (id)
    return (
      <EmptyState kind="no-results" title="This is not on the device any more" action={<Back />}>
        It was finished, or given to somebody else. What you recorded of it stays in the outbox.
      </EmptyState>
    );
  return (
    <>
      <Back />
      <Choose kind={kind} look={look} />
    </>
  );
}
