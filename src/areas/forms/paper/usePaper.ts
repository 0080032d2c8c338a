import { useEffect, useState } from "react";
import { messageOf, readBytes } from "#web/kit/api.ts";
import { openPdf, type OpenPdf } from "#web/kit/pdf.ts";

/** A PDF opened to be drawn, or why it cannot be; it is closed with what shows it. */
export const usePdf = (
  bytes: Uint8Array | null,
): { pdf: OpenPdf | null; problem: string | null } => {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) return;
    let gone = false;
    let opened: OpenPdf | null = null;
    openPdf(bytes).then(
      (found) => {
        opened = found;
        if (gone) void found.close();
        else setPdf(found);
      },
      (error: unknown) => gone || setProblem(messageOf(error)),
    );
    return () => {
      gone = true;
      void opened?.close();
      setPdf(null);
    };
  }, [bytes]);
  return { pdf, problem };
};

/** The bytes of an uploaded PDF, and why they did not come. */
export const usePaperBytes = (id: string) => {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    readBytes(`/api/v1/papers/${id}/file`).then(
      (found) => gone || setBytes(found),
      (error: unknown) => gone || setProblem(messageOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [id]);
  return { bytes, problem };
};
