/** One line a meaning: English words | Korean | Chinese. */
export const LEXICON_TABLE = `
login signin auth | 로그인 | 登录 登陆 登錄
logout signout | 로그아웃 | 登出 注销 退出
authentication auth | 인증 | 认证 鉴权 身份验证
authorization permission role | 권한 인가 | 授权 权限
user account | 사용자 유저 계정 | 用户 账户 账号 帐号
password | 비밀번호 패스워드 암호 | 密码
register signup | 회원가입 가입 등록 | 注册 登记
token | 토큰 | 令牌
session | 세션 | 会话
cookie | 쿠키 | 
cache | 캐시 | 缓存
database db | 데이터베이스 디비 | 数据库
query | 쿼리 질의 | 查询
table | 테이블 표 | 表格
column field | 컬럼 칼럼 필드 열 | 列 字段
row record | 레코드 행 | 行 记录
key | 키 | 键 密钥
value | 값 밸류 | 值
index | 인덱스 색인 | 索引
transaction | 트랜잭션 | 事务
connection connect | 연결 접속 커넥션 | 连接
disconnect close | 끊기 종료 닫기 | 断开 关闭
server | 서버 | 服务器 服务端
client | 클라이언트 | 客户端
request | 요청 리퀘스트 | 请求
response | 응답 리스폰스 | 响应
route router | 라우트 라우터 라우팅 경로 | 路由
path | 경로 패스 | 路径
url link | 주소 링크 | 网址 链接
header | 헤더 | 头部 标头 请求头
body | 본문 바디 | 正文 主体
http | 에이치티티피 | 
network | 네트워크 | 网络
socket | 소켓 | 套接字
websocket | 웹소켓 | 
proxy | 프록시 | 代理
api endpoint | 엔드포인트 | 接口 端点
middleware | 미들웨어 | 中间件
controller | 컨트롤러 | 控制器
service | 서비스 | 服务
model | 모델 | 模型
view | 뷰 화면 | 视图 页面
component | 컴포넌트 구성요소 | 组件
template | 템플릿 | 模板
render | 렌더링 렌더 그리기 | 渲染
style css | 스타일 | 样式
color | 색상 색깔 색 | 颜色
image picture | 이미지 그림 사진 | 图片 图像
font | 글꼴 폰트 | 字体
button | 버튼 | 按钮
form | 폼 양식 | 表单
input | 입력 인풋 | 输入
output | 출력 아웃풋 | 输出
file | 파일 | 文件
folder directory | 폴더 디렉터리 디렉토리 | 文件夹 目录
read | 읽기 읽는 읽어 읽 | 读取 读
write | 쓰기 쓰는 기록 | 写入 写
save store | 저장 | 保存 存储 储存
load | 로드 로딩 불러오기 불러오 | 加载 载入
delete remove | 삭제 제거 지우기 지우는 지우 | 删除 移除
create make | 생성 만드는 만들기 만들 | 创建 生成
generate | 생성 만드는 | 生成
update | 업데이트 갱신 수정 | 更新
add insert | 추가 삽입 | 添加 插入 新增
edit modify change | 편집 수정 변경 바꾸는 바꾸 | 编辑 修改 更改
copy | 복사 | 复制 拷贝
move | 이동 옮기 | 移动
rename | 이름변경 | 重命名
search find | 검색 찾기 찾는 찾 | 搜索 查找 检索
sort order | 정렬 | 排序
filter | 필터 필터링 거르는 거르 | 过滤 筛选
map | 매핑 맵 변환 | 映射
reduce scan accumulate | 누적 리듀스 | 归约 累加 累积
merge combine | 병합 합치는 합치기 합치 결합 | 合并 组合 结合
join concat | 이어붙이 연결 조인 | 拼接 连接
split | 분할 나누는 나누기 나누 쪼개 | 分割 拆分 切分
group | 그룹 묶는 묶 | 分组
count number | 개수 세는 카운트 횟수 | 计数 数量 次数
number numeric | 숫자 번호 수 | 数字 编号
string text | 문자열 텍스트 글자 | 字符串 文本
array list | 배열 리스트 목록 | 数组 列表
object | 객체 오브젝트 | 对象
observable | 옵저버블 | 可观察对象 可观察
class | 클래스 | 类
function | 함수 | 函数
method | 메서드 메소드 | 方法
variable | 변수 | 变量
constant | 상수 | 常量
type | 타입 형식 자료형 | 类型
interface | 인터페이스 | 接口
parameter argument | 매개변수 인자 인수 파라미터 | 参数
return result | 반환 결과 리턴 | 返回 结果
condition predicate if | 조건 | 条件
loop iterate repeat | 반복 루프 순회 | 循环 遍历 迭代 重复
recursive | 재귀 | 递归
error exception | 에러 오류 예외 | 错误 异常 出错
catch | 잡아 잡는 잡기 포착 | 捕获
throw | 던지는 던지기 던지 | 抛出
handle handler | 처리 핸들러 다루는 | 处理 处理器
retry | 재시도 다시시도 | 重试
fail failure | 실패 | 失败
success | 성공 | 成功
warning warn | 경고 | 警告
log logger | 로그 로깅 기록 | 日志 记录
debug | 디버그 디버깅 | 调试
message | 메시지 메세지 | 消息 信息
event | 이벤트 | 事件
listener | 리스너 | 监听器
listen watch observe | 감시 듣는 관찰 | 监听 监视 观察
subscribe subscription | 구독 | 订阅
unsubscribe | 구독취소 구독해제 | 取消订阅 退订
cancel abort | 취소 중단 | 取消 中止
publish emit | 발행 내보내는 내보내 방출 | 发布 发出 发射
send | 보내는 보내기 보내 전송 발송 | 发送
receive | 받는 받기 수신 | 接收
email mail | 이메일 메일 | 邮件 邮箱 电子邮件
notification notify | 알림 통지 | 通知
queue | 큐 대기열 | 队列
stack | 스택 | 栈 堆栈
tree | 트리 | 树
graph | 그래프 | 图
node | 노드 | 节点
edge | 간선 엣지 | 边
hash digest | 해시 | 哈希 散列
encrypt cipher | 암호화 | 加密
decrypt | 복호화 | 解密
sign signature | 서명 시그니처 | 签名
compress zip | 압축 | 压缩
minify minimize | 압축 최소화 축소 | 压缩
decompress unzip | 압축해제 | 解压
encode serialize | 인코딩 직렬화 | 编码 序列化
decode deserialize parse | 디코딩 역직렬화 | 解码 反序列化
parse parser | 파싱 파서 구문분석 해석 | 解析 解析器 分析
validate check | 검증 확인 유효성 검사 | 验证 校验 检查
schema | 스키마 | 模式 架构
format | 형식 포맷 서식 | 格式 格式化
convert transform | 변환 바꾸는 전환 | 转换 变换
compare diff | 비교 차이 | 比较 对比 差异
equal same | 같은 동일 | 相等 相同
calculate compute | 계산 연산 | 计算
operator | 연산자 오퍼레이터 | 操作符 运算符
math | 수학 | 数学
random | 난수 무작위 랜덤 | 随机
time timer | 시간 타이머 | 时间 定时器 计时
interval period | 간격 주기 | 间隔 周期
delay | 지연 딜레이 | 延迟
timeout | 타임아웃 시간초과 시간제한 | 超时
date calendar | 날짜 달력 | 日期
schedule scheduler | 스케줄 스케줄러 예약 일정 | 调度 调度器 计划
task job | 작업 태스크 | 任务
thread worker | 스레드 쓰레드 워커 | 线程
process | 프로세스 처리 | 进程 处理
async | 비동기 | 异步
sync | 동기 | 同步
synchronize | 동기화 | 同步
concurrent parallel | 동시 병렬 동시성 | 并发 并行
lock mutex | 잠금 락 | 锁
memory | 메모리 | 内存
buffer | 버퍼 | 缓冲区 缓冲
stream | 스트림 | 流
last latest | 최신 마지막 | 最新 最后
first | 처음 첫 | 第一个 首个
config setting option | 설정 구성 옵션 환경설정 | 配置 设置 选项
environment env | 환경 환경변수 | 环境 环境变量
default | 기본값 기본 디폴트 | 默认
version | 버전 | 版本
install | 설치 | 安装
build compile | 빌드 컴파일 | 构建 编译
bundle | 번들 | 打包 捆绑
plugin | 플러그인 | 插件
module | 모듈 | 模块
package | 패키지 | 包 软件包
dependency | 의존성 의존 | 依赖
import | 가져오기 임포트 | 导入 引入
export | 내보내기 익스포트 | 导出
source | 소스 원본 | 源 源码 来源
sourcemap source map | 소스맵 | 源映射 源码映射
hot reload replacement | 핫 | 热更新 热替换 热重载
replace | 교체 치환 대체 바꾸는 | 替换
command cli | 명령 명령줄 명령어 커맨드 | 命令 命令行
flag option | 플래그 | 标志
terminal console | 터미널 콘솔 | 终端 控制台
test spec | 테스트 시험 | 测试
mock stub | 모의 목 | 模拟
deploy release | 배포 릴리스 | 部署 发布
upload | 업로드 올리기 | 上传
download | 다운로드 내려받기 | 下载
language locale | 언어 로케일 | 语言
translate i18n | 번역 국제화 | 翻译 国际化
pay payment | 결제 지불 | 支付 付款
order | 주문 | 订单
product item | 상품 제품 항목 | 商品 产品 项目
price cost | 가격 비용 | 价格 费用
page pagination | 페이지 | 分页 页
start begin init | 시작 초기화 시동 | 开始 启动 初始化
stop end finish | 정지 종료 끝 중지 | 停止 结束
complete | 완료 | 完成
state status | 상태 | 状态
history | 이력 기록 히스토리 | 历史
backup restore | 백업 복원 복구 | 备份 恢复 还原
undo rollback | 되돌리기 롤백 | 撤销 回滚
limit | 제한 한도 | 限制 上限
size length | 크기 길이 사이즈 | 大小 长度
name | 이름 | 名称 名字
id identifier | 식별자 아이디 | 标识符 标识
position offset | 위치 오프셋 | 位置 偏移
range | 범위 | 范围 区间
color theme | 테마 | 主题
animation | 애니메이션 | 动画
keyboard | 키보드 | 键盘
mouse click | 마우스 클릭 | 鼠标 点击
window | 창 윈도우 | 窗口
screen | 화면 스크린 | 屏幕
device | 장치 기기 | 设备
syntax grammar | 구문 문법 | 语法 句法
compiler | 컴파일러 | 编译器
pattern regex | 패턴 정규식 | 正则 模式
duplicate | 중복 | 重复
unique distinct | 고유 유일 | 唯一 去重
empty | 빈 비어 | 空
ignore skip | 무시 건너뛰는 건너뛰기 건너뛰 | 忽略 跳过
wait | 기다리는 대기 | 等待
share shared | 공유 | 共享
global | 전역 | 全局
local | 지역 로컬 | 本地 局部
public | 공개 | 公开
private secret | 비밀 비공개 | 私有 秘密
security | 보안 | 安全
rule policy | 규칙 정책 | 规则 策略
metric statistics | 통계 지표 | 指标 统计
redirect | 리다이렉트 리디렉션 | 重定向 跳转
release unset | 해제 해지 | 解除
attachment attach | 첨부 | 附件
repository repo | 레포지토리 리포지토리 | 仓库
migration migrate | 마이그레이션 이전 | 迁移
cart basket | 장바구니 | 购物车
stock inventory | 재고 | 库存
discount coupon | 할인 쿠폰 | 折扣 优惠券 优惠
refund | 환불 | 退款
shipping delivery | 배송 배달 | 配送 物流 发货
admin | 관리자 어드민 | 管理员
profile avatar | 프로필 | 头像 资料
comment reply | 댓글 | 评论 回复
post article | 게시글 게시물 | 文章 帖子
hook | 훅 | 钩子
context | 컨텍스트 문맥 | 上下文
timezone | 시간대 타임존 | 时区
currency money | 통화 화폐 금액 | 货币 金额
monitor monitoring | 모니터링 | 监控
extension extend | 확장 | 扩展
interceptor intercept | 인터셉터 가로채 | 拦截器 拦截
balance distribute | 분산 | 负载均衡 分发
backoff | 백오프 | 退避
speed rate | 속도 | 速度 速率
throttle | 쓰로틀 스로틀 | 节流 限流
debounce | 디바운스 | 防抖
reconnect | 재연결 재접속 | 重连
priority | 우선순위 | 优先级
weight | 가중치 | 权重
video | 비디오 영상 동영상 | 视频
audio | 오디오 음성 | 音频
coordinate map | 좌표 지도 | 坐标 地图
width | 너비 폭 | 宽度
height | 높이 | 高度
domain host dns | 도메인 호스트 | 域名 主机
certificate tls | 인증서 | 证书
bypass skip | 우회 | 绕过
portal | 포털 | 
boundary | 경계 | 边界
lazy | 지연로딩 | 懒加载 惰性
effect | 이펙트 효과 | 副作用 效果
header headers | | 请求头 响应头
progress | 진행 진행률 | 进度
workflow | 워크플로 워크플로우 | 工作流
signal | 시그널 신호 | 信号
scope | 스코프 유효범위 | 作用域
activity | 액티비티 활동 | 活动
heartbeat | 하트비트 | 心跳
expire expiry | 만료 | 过期 到期
refresh renew | 새로고침 | 刷新 续期
reset | 재설정 리셋 | 重置
clone copy | 복제 | 克隆
select choose pick | 선택 고르 | 选择
tag label | 태그 라벨 | 标签
category | 카테고리 분류 | 类别 分类
menu | 메뉴 | 菜单
dialog modal popup | 모달 팝업 대화상자 | 弹窗 对话框
chart plot | 차트 | 图表
pool | 풀링 커넥션풀 | 池
cluster | 클러스터 | 集群
driver | 드라이버 | 驱动
adapter | 어댑터 | 适配器
factory | 팩토리 | 工厂
iterator | 이터레이터 반복자 | 迭代器
decorator | 데코레이터 | 装饰器
closure | 클로저 | 闭包
callback | 콜백 | 回调
promise | 프로미스 | 承诺
inherit extends | 상속 | 继承
symbol | 심볼 기호 | 符号
declaration | 선언 | 声明
definition | 정의 | 定义
reference | 참조 | 引用
pointer | 포인터 | 指针
macro | 매크로 | 宏
constructor | 생성자 | 构造函数 构造器
benchmark | 벤치마크 | 基准测试 性能测试
performance perf | 성능 퍼포먼스 | 性能
leak | 누수 | 泄漏
vector | 벡터 | 向量
matrix | 행렬 | 矩阵
layer | 레이어 계층 | 图层 层级
train training | 학습 훈련 | 训练
predict inference | 예측 추론 | 预测 推理
dataset | 데이터셋 데이터세트 | 数据集
score rank | 점수 순위 | 分数 得分 排名
vote | 투표 | 投票
invite | 초대 | 邀请
chat | 채팅 | 聊天
friend | 친구 | 好友
team | 팀 | 团队
invoice receipt | 송장 영수증 청구서 | 发票 收据
tax | 세금 | 税
review rating | 리뷰 평점 | 评价 评分
address |  | 地址
phone | 전화 | 电话 手机号
location place | 장소 | 地点
game | 게임 | 游戏
player | 플레이어 | 玩家 播放器
print | 인쇄 | 打印
charset encoding | 문자셋 | 字符集
permission grant | 허가 | 许可
whitelist allowlist allow | 허용 화이트리스트 | 白名单 允许
blacklist blocklist block deny | 차단 블랙리스트 | 黑名单 屏蔽 禁止
`;
