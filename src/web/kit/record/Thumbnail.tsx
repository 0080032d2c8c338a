import { File as FileIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../api.ts";

/**
 * A picture, small, or as wide as there is room with `alt` for who does not see it: asked for when it
 * comes into view, by a ticket of one use, since an image carries no session. A file's sign until then, and where there is none.
 */
export function Thumbnail({ fileId, alt }: { fileId: string; alt?: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    const ask = async () => {
      const path = `/api/v1/files/${fileId}/preview${alt ? "?size=large" : ""}`;
      const { url } = await api<{ url: string }>("/api/v1/download-tickets", {
        method: "POST",
        body: { path },
      });
      setSource(url);
    };
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((each) => each.isIntersecting)) return;
        watch.disconnect();
        void ask().catch(() => setSource(null));
      },
      { rootMargin: "200px" },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [fileId, alt]);
  const room = alt ? "aspect-[3/2] w-full" : "size-12";
  return (
    <span ref={place} className={`flex items-center justify-center ${room}`}>
      {source ? (
        <img
          src={source}
          alt={alt ?? ""}
          className={`rounded-[4px] object-cover ${room}`}
          onError={() => setSource(null)}
        />
      ) : (
        <FileIcon aria-hidden="true" />
      )}
    </span>
  );
}
