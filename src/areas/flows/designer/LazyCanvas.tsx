import { lazy, Suspense, useSyncExternalStore, type ComponentProps } from "react";

const Canvas = lazy(() => import("./Canvas.tsx"));

const query = "(min-width: 1024px)";
const watch = (told: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener("change", told);
  return () => media.removeEventListener("change", told);
};

/** The graph where there is room for it; a phone has the outline alone. */
export function LazyCanvas(props: ComponentProps<typeof Canvas>) {
  const wide = useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  );
  if (!wide) return null;
  return (
    <Suspense
      fallback={<div className="skeleton h-60" role="status" aria-label="Loading the graph" />}
    >
      <Canvas {...props} />
    </Suspense>
  );
}
