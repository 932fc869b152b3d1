/** A Select that is searched. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';

/** The icon is hidden: antd's own is read as "search", in English. */
export const searchIcon = <SearchOutlined aria-hidden />;

/** Searches by label, which the user sees. */
export const labelSearch = { optionFilterProp: 'label', searchIcon };
