import {
  BadgeCheck,
  Banknote,
  ClipboardList,
  FileCheck2,
  PackageCheck,
  ReceiptText,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Brand } from "#web/shell/Brand.tsx";

const chain: readonly [LucideIcon, string, string][] = [
  [ClipboardList, "Requisition", "Money checked and set aside"],
  [Users, "Approval", "Never one's own work"],
  [ReceiptText, "Purchase order", "Sent, and acknowledged by the vendor"],
  [PackageCheck, "Receipt", "What arrived, line by line"],
  [FileCheck2, "Invoice", "Matched with order and receipt"],
  [Banknote, "Payment", "Proposed, approved, released: three people"],
];

function Promise() {
  return (
    <aside className="hidden lg:flex flex-col justify-center border-l border-hair bg-s1 px-16">
      <div className="max-w-[480px]">
        <p className="serif text-36 text-t1">Every public dollar, from the need to the proof.</p>
        <ol className="mt-10 border-t border-hair">
          {chain.map(([Icon, name, text]) => (
            <li key={name} className="flex items-center gap-4 border-b border-hair py-3">
              <Icon className="text-accent" aria-hidden="true" />
              <b className="w-36 shrink-0 font-medium">{name}</b>
              <span className="text-t2">{text}</span>
            </li>
          ))}
          <li className="flex items-center gap-4 border-b-[3px] border-double border-t3 py-3">
            <BadgeCheck className="text-success" aria-hidden="true" />
            <b className="w-36 shrink-0 font-medium">Audit record</b>
            <span className="text-t2">Checked offline, without trusting anyone</span>
          </li>
        </ol>
      </div>
    </aside>
  );
}

/**
 * The page of one task before somebody is in: brand, heading, the task; on wide screens what the
 * product promises.
 */
export function AuthFrame({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Levee`;
  }, [title]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(440px,5fr)_6fr]">
      <div className="flex flex-col px-6 py-6 sm:px-10">
        <header className="-ml-4">
          <Brand href="/" />
        </header>
        <main
          id="main"
          className="mx-auto flex w-full max-w-[400px] flex-1 flex-col justify-center py-10"
        >
          <h1 className="!text-28 !leading-[34px]">{title}</h1>
          {lead && <div className="mt-2 text-16 text-t2">{lead}</div>}
          <div className="mt-6">{children}</div>
          {foot && (
            <div className="mt-8 border-t border-hair pt-4 text-14 text-t2 [&_a]:underline [&_a]:underline-offset-2">
              {foot}
            </div>
          )}
        </main>
        <footer className="text-13 text-t3">
          Use of this system is recorded.{" "}
          <a className="underline underline-offset-2" href="/privacy">
            Privacy
          </a>
        </footer>
      </div>
      <Promise />
    </div>
  );
}
