import { useEffect, useState, type RefObject } from "react";
import { whenTouched } from "#web/later.ts";

/**
 * True once the place is about to be seen, and in any case when the page has been in use or open
 * for some seconds: whoever prints it finds what stands there.
 */
export const useNear = (place: RefObject<Element | null>): boolean => {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((each) => each.isIntersecting)) setNear(true);
      },
      { rootMargin: "200px" },
    );
    if (place.current) watch.observe(place.current);
    const show = () => setNear(true);
    whenTouched(show);
    window.addEventListener("beforeprint", show);
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [place]);
  return near;
};
