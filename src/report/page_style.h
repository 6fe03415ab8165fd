/* The page's style and the slider's script. */
#ifndef PT_REPORT_PAGE_STYLE_H
#define PT_REPORT_PAGE_STYLE_H

extern const char pt_page_style[], pt_page_media[], pt_page_script[];

#endif
