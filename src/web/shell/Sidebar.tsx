import { ChevronRight, LayoutDashboard } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isUnbuilt, pageAt } from "#areas.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { isDocument } from "./go.ts";
import { Brand } from "./Brand.tsx";
import { loadNavIcons, NavIcon } from "./NavIcon.tsx";
import {
  isCurrent,
  isWithin,
  sectionOf,
  heldPages,
  visibleNavigation,
  visibleOutsideNavigation,
  type NavItem,
  type NavSection,
} from "./navigation.ts";

function NavLink({
  item,
  icon,
  collapsed,
  count,
  within = false,
  onNavigate,
}: {
  item: NavItem;
  icon?: ReactNode;
  collapsed: boolean;
  count?: number | undefined;
  within?: boolean;
  onNavigate?: () => void;
}) {
  const location = useLocation();
  const lit = within ? isWithin(item.to, location.pathname) : isCurrent(item.to, location);
  const link = (
    <Link
      className="nav-link"
      to={item.to}
      reloadDocument={isDocument(item.to)}
      aria-current={lit ? "page" : undefined}
      aria-label={collapsed ? item.label : undefined}
      onClick={onNavigate}
    >
      {icon ?? <NavIcon name={item.icon} />}
      {!collapsed && <span>{item.label}</span>}
      {!collapsed && count !== undefined && count > 0 && <span className="count">{count}</span>}
      {!collapsed && isUnbuilt(item.to) && <span className="soon">soon</span>}
    </Link>
  );
  return <li>{collapsed ? <Tooltip label={item.label}>{link}</Tooltip> : link}</li>;
}

function Section({
  section,
  here,
  collapsed,
  counts,
  open,
  onToggle,
  onNavigate,
}: {
  section: NavSection;
  /** The page that is open belongs to it. */ here: boolean;
  collapsed: boolean;
  counts: Record<string, number>;
  open: boolean;
  onToggle: () => void;
  onNavigate?: () => void;
}) {
  const id = useId();
  const links = section.items.map((item) => (
    <NavLink
      key={`${item.label}${item.to}`}
      item={item}
      collapsed={collapsed}
      count={counts[item.to]}
      {...(onNavigate ? { onNavigate } : {})}
    />
  ));
  if (collapsed) return <ul aria-label={section.label}>{links}</ul>;
  return (
    <div>
      <button
        type="button"
        className="nav-section"
        data-here={here && !open}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        {section.label}
        <ChevronRight aria-hidden="true" />
      </button>
      <ul id={id} hidden={!open} aria-label={section.label}>
        {open && links}
      </ul>
    </div>
  );
}

/** The places of who stands outside of every agency: few, so that all of them lie open. */
function OutsidePlaces({
  kind,
  collapsed,
  onNavigate,
}: {
  kind: "vendor" | "person";
  collapsed: boolean;
  onNavigate?: () => void;
}) {
  return visibleOutsideNavigation(kind, (path) => pageAt(path) !== null).map((section) => (
    <div key={section.label} className="mb-3">
      <ul aria-label={section.label}>
        {section.items.map((item) => (
          <NavLink
            key={item.to}
            item={item}
            collapsed={collapsed}
            within
            {...(onNavigate ? { onNavigate } : {})}
          />
        ))}
      </ul>
    </div>
  ));
}

const dashboard: NavItem = { label: "Dashboard", to: "/dashboard", icon: "Gauge" };

/**
 * The product's places: Dashboard, then the sections of SPEC 2.5, all closed at first; whoever
 * stands outside of every agency finds other places. Collapsed it shows icons only.
 */
export default function Sidebar({
  collapsed,
  counts,
  onNavigate,
}: {
  collapsed: boolean;
  counts: Record<string, number>;
  onNavigate?: () => void;
}) {
  const { me, can } = useAuth();
  const { pathname } = useLocation();
  const sections = visibleNavigation(
    me?.role ?? "user",
    (path) => pageAt(path) !== null,
    heldPages(can),
  );
  const here = sectionOf(sections, pathname);
  // One section lies open at a time.
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(loadNavIcons, 500);
    return () => clearTimeout(timer);
  }, []);
  const follow = onNavigate ? { onNavigate } : {};
  return (
    <>
      <Brand name={!collapsed} />
      <nav className="side-scroll" aria-label="Main">
        {me && me.kind !== "member" ? (
          <OutsidePlaces kind={me.kind} collapsed={collapsed} {...follow} />
        ) : (
          <>
            <ul>
              <NavLink
                item={dashboard}
                icon={<LayoutDashboard aria-hidden="true" />}
                collapsed={collapsed}
                {...follow}
              />
            </ul>
            {sections.map((section) => (
              <Section
                key={section.label}
                section={section}
                here={section === here}
                collapsed={collapsed}
                counts={counts}
                open={section.label === open}
                onToggle={() => setOpen(section.label === open ? null : section.label)}
                {...follow}
              />
            ))}
          </>
        )}
      </nav>
    </>
  );
}
