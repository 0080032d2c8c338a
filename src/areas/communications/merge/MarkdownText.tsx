import { lazy, Suspense } from "react";

const Markdown = lazy(async () => {
  const [{ default: Drawn }, { default: gfm }] = await Promise.all([
    import("react-markdown"),
    import("remark-gfm"),
  ]);
  return {
    default: ({ text }: { text: string }) => <Drawn remarkPlugins={[gfm]}>{text}</Drawn>,
  };
});

/** Markdown as its reader sees it; markup in it is text. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className="letter-text">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
}
