-- The look-back for split purchases reads the lines of a commodity code from the index alone.
create index requisition_line_alike on requisition_line (org_id, commodity_code, requisition_id) include (amount);
drop index requisition_line_commodity;
